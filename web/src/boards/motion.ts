/** The beats of a move. A board is shown one step at a time and plays it by this clock; all times are milliseconds from
 *  the moment when the step is shown. */

import { MediaQuery } from 'svelte/reactivity'
import { settings } from '../lib/settings.svelte'
import { EASING } from './camera.svelte'

export const BEATS = {
  /** The tile leaves the hand. What has to be drawn for a step is drawn bit by bit, so that no frame is late: first the board, */
  lift: 32,
  /** then scores and supply, */
  told: 72,
  travel: 120,
  /** and lights, which are not seen yet. */
  ready: 260,
  land: 360,
  /** Corners and lines light up, one after the other. */
  corners: 440,
  cornerApart: 120,
  /** Points fly to their tracks. */
  fly: 740,
  flyApart: 40,
  /** Each of them so long. */
  flight: 220,
  /** Tokens slide, counting. */
  slide: 960,
  done: 1200,
} as const

export type Beat = keyof typeof BEATS

export const EASE = 'cubic-bezier(0.2, 0.8, 0.2, 1)'

const PACE = { normal: 1, fast: 0.5, off: 0 } as const

class Motion {
  /** More than one when moves wait: the queue sets it before it shows a step. Read when a step begins, and not followed:
   *  what is under way goes on as it began. */
  hurry = 1
  #enders = new Set<() => void>()
  #reduced: MediaQuery | null = null

  get isReduced(): boolean {
    this.#reduced ??= new MediaQuery('(prefers-reduced-motion: reduce)')
    return this.#reduced.current
  }

  /** Nothing travels: things are where they belong at once, and may fade in. */
  get isStill(): boolean {
    return this.isReduced || this.pace === 0
  }

  /** By how much every time is shortened. */
  get pace(): number {
    return PACE[settings.kept.speed] / this.hurry
  }

  /** When a beat comes, or how long so many milliseconds are, at the speed chosen and in the queue's hurry. */
  ms(beat: Beat | number): number {
    return Math.round((typeof beat === 'number' ? beat : BEATS[beat]) * this.pace)
  }

  /** Called when all that is under way is to be at its end: for what runs on timers. Returns what ends the calls. */
  onskip(end: () => void): () => void {
    this.#enders.add(end)
    return () => this.#enders.delete(end)
  }

  /** All that is under way is at its end, and what `draw` brings on the screen is there without a way. */
  skip(draw: () => void): void {
    this.hurry = Infinity
    draw()
    this.hurry = 1
    for (const end of this.#enders) end()
    if (typeof document === 'undefined' || !('getAnimations' in document)) return
    for (const animation of document.getAnimations())
      if (animation.id !== EASING && animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
  }
}

export const motion = new Motion()
