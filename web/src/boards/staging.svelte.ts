/** One step on a board, beat by beat: the piece comes, lies, and what it scores lights up. */

import { BEATS, motion } from './motion'
import type { Coming } from './shine'

/** So long do lights and gains stand where nothing moves. */
const STANDS = 1200

export class Staging {
  /** Is the piece still on its way? */
  isComing = $state(false)
  /** Is it seen by now? */
  isFlying = $state(false)
  /** Are its lights drawn? Some time before they are seen, while nothing but the piece moves. */
  isLit = $state(false)
  /** So many of its lights are on. */
  lit = $state(0)
  /** Is the step being shown? */
  isOn = $state(false)
  /** When the lights come on, and when all is over. */
  #beats: readonly number[] = []
  #over = 0
  #deaf = (): void => undefined
  readonly #timers = new Set<ReturnType<typeof setTimeout>>()

  /** A piece that lies there already, because it was tried there, only settles. */
  play(lights: number, isThere: boolean): void {
    this.stop()
    this.isOn = true
    this.#deaf = motion.onskip(() => this.stop())
    if (motion.isStill) {
      this.lit = lights
      this.isLit = true
      this.#at(STANDS, () => this.stop())
      return
    }
    const before = isThere ? BEATS.land : 0
    this.isComing = !isThere
    this.isLit = isThere
    if (!isThere) {
      this.#at(motion.ms('lift'), () => (this.isFlying = true))
      this.#at(motion.ms('ready'), () => (this.isLit = true))
      this.#at(motion.ms('land'), () => (this.isComing = this.isFlying = false))
    }
    const beats = Array.from({ length: lights }, (_, index) => motion.ms(BEATS.corners + index * BEATS.cornerApart - before))
    for (const [index, beat] of beats.entries()) this.#at(beat, () => (this.lit = index + 1))
    const last = BEATS.corners + lights * BEATS.cornerApart + 400
    const over = motion.ms(Math.max(BEATS.done, last) - before)
    this.#at(over, () => this.stop())
    const now = performance.now()
    this.#beats = beats.map((beat) => now + beat)
    this.#over = now + over
  }

  /** When a light comes on, from now; nothing where none is to come. */
  coming(index: number): Coming | undefined {
    const [beat, now] = [this.#beats[index], performance.now()]
    return this.isOn && beat !== undefined ? { after: Math.max(0, beat - now), all: this.#over - now } : undefined
  }

  /** As it is in the end. */
  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    this.#deaf()
    this.isComing = this.isFlying = this.isOn = this.isLit = false
    this.lit = 0
    this.#beats = []
  }

  #at(ms: number, then: () => void): void {
    this.#timers.add(setTimeout(then, ms))
  }
}
