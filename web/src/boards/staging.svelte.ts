/** One step on a board, beat by beat: the piece comes, lies, and what it scores lights up. */

import { BEATS, motion } from './motion'

/** So long do lights and gains stand where nothing moves. */
const STANDS = 1200

export class Staging {
  /** Is the piece still on its way? */
  isComing = $state(false)
  /** So many of its lights are on. */
  lit = $state(0)
  /** Is the step being shown? */
  isOn = $state(false)
  #deaf = (): void => undefined
  readonly #timers = new Set<ReturnType<typeof setTimeout>>()

  /** A piece that lies there already, because it was tried there, only settles. */
  play(lights: number, isThere: boolean): void {
    this.stop()
    this.isOn = true
    this.#deaf = motion.onskip(() => this.stop())
    if (motion.isStill) {
      this.lit = lights
      this.#at(STANDS, () => this.stop())
      return
    }
    const before = isThere ? BEATS.land : 0
    this.isComing = !isThere
    if (!isThere) this.#at(motion.ms('land'), () => (this.isComing = false))
    for (let index = 0; index < lights; index++)
      this.#at(motion.ms(BEATS.corners + index * BEATS.cornerApart - before), () => (this.lit = index + 1))
    const last = BEATS.corners + lights * BEATS.cornerApart + 400
    this.#at(motion.ms(Math.max(BEATS.done, last) - before), () => this.stop())
  }

  /** As it is in the end. */
  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    this.#deaf()
    this.isComing = this.isOn = false
    this.lit = 0
  }

  #at(ms: number, then: () => void): void {
    this.#timers.add(setTimeout(then, ms))
  }
}
