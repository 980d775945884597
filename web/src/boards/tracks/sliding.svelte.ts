/** Tokens slide when their points have come, each counting what it passes. The browser moves them; only numbers are set. */

import { BEATS, EASE, motion } from '../motion'

export class Sliding {
  /** Where the tokens stand, or slide to. */
  levels = $state.raw<readonly number[]>([])
  /** What stands on them by now. */
  counts = $state.raw<readonly number[]>([])
  /** How they slide, as a transition; at rest there is none, as when the window takes another size. */
  #timing = $state('')
  #from = $state.raw<readonly number[]>([])
  readonly #timers = new Set<ReturnType<typeof setTimeout>>()

  constructor(levels: readonly number[]) {
    this.levels = this.counts = levels
  }

  /** How a token slides, if it does. */
  way(index: number): string {
    return this.levels[index] === this.#from[index] ? '' : this.#timing
  }

  /** How the line at the lowest does. */
  get tide(): string {
    return Math.min(...this.levels) === Math.min(...this.#from) ? '' : this.#timing
  }

  to(levels: readonly number[]): void {
    if (String(levels) === String(this.levels)) return
    const isBack = levels.some((level, index) => level < (this.levels[index] ?? 0))
    const [wait, lasts] = [motion.ms('slide'), motion.ms(BEATS.done - BEATS.slide)]
    this.#clear()
    const from = (this.#from = this.counts)
    this.levels = levels
    if (isBack || motion.isStill || !lasts) return this.rest()
    this.#timing = `transform ${lasts}ms ${EASE} ${wait}ms`
    const most = Math.max(...levels.map((level, index) => level - (from[index] ?? 0)))
    for (let step = 1; step <= most; step++) {
      const count = (): unknown => (this.counts = levels.map((level, index) => Math.min(level, (from[index] ?? 0) + step)))
      this.#at(wait + (lasts * step) / (most + 1), count)
    }
    this.#at(wait + lasts, () => this.rest())
  }

  /** As it is in the end. */
  rest(): void {
    this.#clear()
    this.#timing = ''
    this.counts = this.levels
  }

  #clear(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }

  #at(ms: number, then: () => void): void {
    this.#timers.add(setTimeout(then, ms))
  }
}
