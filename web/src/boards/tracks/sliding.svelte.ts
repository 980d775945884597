/** Tokens slide when their points have come, each counting what it passes. The browser moves them; only numbers are set. */

import { BEATS, motion } from '../motion'

export class Sliding {
  /** Where the tokens stand, or slide to just now. */
  levels = $state.raw<readonly number[]>([])
  /** What stands on them by now. */
  counts = $state.raw<readonly number[]>([])
  /** So long do they slide, in milliseconds; at rest not at all. */
  lasts = 0
  #goal: readonly number[]
  readonly #timers = new Set<ReturnType<typeof setTimeout>>()

  /** They are told before they slide, while nothing has been drawn for it yet. */
  constructor(
    levels: readonly number[],
    readonly onslide: () => void = () => undefined,
  ) {
    this.#goal = this.levels = this.counts = levels
  }

  to(levels: readonly number[]): void {
    if (String(levels) === String(this.#goal)) return
    const isBack = levels.some((level, index) => level < (this.#goal[index] ?? 0))
    const [wait, lasts] = [motion.ms('slide'), motion.ms(BEATS.done - BEATS.slide)]
    this.#clear()
    this.#goal = levels
    if (isBack || motion.isStill || !lasts) return this.rest()
    const from = this.counts
    this.#at(wait, () => {
      this.onslide()
      this.lasts = lasts
      this.levels = levels
    })
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
    this.lasts = 0
    this.levels = this.counts = this.#goal
  }

  #clear(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }

  #at(ms: number, then: () => void): void {
    this.#timers.add(setTimeout(then, ms))
  }
}
