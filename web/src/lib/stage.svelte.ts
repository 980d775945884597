/** The stage: states arrive in a queue and are shown one after another, each for its time, so that moves can be followed.
 *  What has to be known at once (whose move it is, the clock) is read from the table itself. */

import { flushSync } from 'svelte'
import type { Moment } from '../boards/game'
import { BEATS, motion } from '../boards/motion'
import type { Shown } from './table.svelte'
import type { GameEvent } from './types'

/** How long a step stands before the next one: a quiet one, one with points, one in which there is nothing to see. */
export const HOLD = { quiet: 600, scoring: 900, unseen: 150 } as const
/** When more than so many wait, they are shown at twice the speed. */
export const MANY = 3
/** So many steps can be shown again. */
const KEPT = 60

export interface Watching {
  /** The newest state as a seat sees it. */
  live: (seat: number | null) => Shown | null
  /** Is there anything to be seen in these events? */
  isSeen: (events: GameEvent[]) => boolean
  /** How much longer a step stands, for a great moment. */
  longer: (shown: Shown) => number
  /** A step comes on; or several that were skipped, which are there at once. */
  onsteps: (steps: Shown[], isSkipped: boolean) => void
}

export class Stage {
  /** The last step that came on. */
  #at = $state.raw<Shown | null>(null)
  #waiting = $state.raw<Shown[]>([])
  /** One may decide: a moment after the last step has come on, so that its piece sets out before all is drawn for that. */
  #isOpen = $state(true)
  #opening: ReturnType<typeof setTimeout> | undefined
  /** Has the last step been played to its end? */
  #isOver = $state(true)
  /** What has come, for each pair of eyes at this screen, oldest first. */
  #pasts = $state.raw<ReadonlyMap<number | null, Shown[]>>(new Map())
  #seat = $state<number | null>(null)
  /** Is a round being shown again? */
  isReplaying = $state(false)
  /** May the next step come on? */
  #isFree = true
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(readonly watching: Watching) {
    document.addEventListener('visibilitychange', this.#hidden)
  }

  close(): void {
    this.#stop()
    document.removeEventListener('visibilitychange', this.#hidden)
  }

  /** What is to be drawn: a step of the queue, with nothing to choose, or the newest state. */
  get shown(): Shown | null {
    const [live, at] = [this.watching.live(this.#seat), this.#at]
    if (!live || !at) return live
    if (this.#waiting.length) return at
    // Whose turn it is may change without a step: what came on last still led here.
    return live.events.length ? live : { ...live, events: at.events }
  }

  /** Are there steps to come, or has the last one just come on? */
  get isStaging(): boolean {
    return this.#waiting.length > 0 || !this.#isOpen
  }

  /** All has been shown, and played to its end. */
  get isAtRest(): boolean {
    return this.#isOver && !this.#waiting.length
  }

  /** Whose eyes: other eyes see what is there now. */
  look(seat: number | null): void {
    if (seat === this.#seat) return
    this.#seat = seat
    this.#stop()
    this.#at = null
  }

  /** A state that follows the last one, or does not: then only where it leads is shown. */
  receive(events: GameEvent[], next: Shown, follows: boolean): void {
    const past = follows ? (this.#pasts.get(next.seat) ?? []) : []
    const isStep = events.length > 0 && past.length > 0
    if (isStep || !past.length)
      this.#pasts = new Map(this.#pasts).set(next.seat, [...past, { ...next, offers: null }].slice(-KEPT))
    if (next.seat !== this.#seat) return
    if (!past.length) {
      this.#stop()
      this.#at = null
    } else if (isStep && !motion.pace && !document.hidden) {
      this.#stop()
      this.#at = next
      this.watching.onsteps([next], false)
    } else if (isStep) {
      this.#waiting = [...this.#waiting, next]
      if (document.hidden) this.#jump(() => undefined)
      else if (this.#isFree) this.#next()
    }
  }

  #next(): void {
    const [step, ...rest] = this.#waiting
    if (!step) return
    clearTimeout(this.#timer)
    clearTimeout(this.#opening)
    motion.hurry = rest.length > MANY ? 2 : 1
    this.#isOver = this.#isFree = this.#isOpen = false
    this.#at = step
    this.#waiting = rest
    this.watching.onsteps([step], false)
    const seen = this.watching.isSeen(step.events)
    const longer = this.watching.longer(step)
    const hold = motion.ms(seen ? (hasPoints(step.events) ? HOLD.scoring : HOLD.quiet) + longer : HOLD.unseen)
    if (!rest.length) this.#opening = setTimeout(() => (this.#isOpen = true), seen ? motion.ms('travel') : 0)
    const end = motion.ms(seen ? BEATS.done + longer : HOLD.unseen)
    this.#timer = setTimeout(() => {
      this.#isFree = true
      if (this.#waiting.length) return this.#next()
      this.isReplaying = false
      this.#timer = setTimeout(() => (this.#isOver = true), end - hold)
    }, hold)
  }

  #stop(): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#opening)
    this.#waiting = []
    this.#isOver = this.#isFree = this.#isOpen = true
    this.isReplaying = false
  }

  #jump(draw: () => void): void {
    const steps = this.#waiting
    this.#at = steps.at(-1) ?? this.#at
    this.#stop()
    if (steps.length) this.watching.onsteps(steps, true)
    motion.skip(draw)
  }

  #hidden = (): void => {
    if (document.hidden) this.skip()
  }

  /** A tap or a key: all that waits is there at once, before the tap is taken. */
  skip(): boolean {
    if (this.isAtRest) return false
    this.#jump(flushSync)
    return true
  }

  /** The steps since one's own last, after the position before them; if there are none, the last step alone. */
  get round(): Shown[] {
    const past = this.#pasts.get(this.#seat) ?? []
    const last = past.findLastIndex(({ events }, index) => index > 0 && this.watching.isSeen(events))
    if (last < 0) return []
    const own = past.findLastIndex(({ seat, events }) => seat !== null && moverOf(events) === seat)
    const first = own >= 0 ? own : last - (past[last]?.view.players ?? 1)
    return past.slice(Math.max(0, Math.min(first, last - 1)))
  }

  replay(): void {
    const [first, ...steps] = this.round
    if (!first || !steps.length) return
    this.skip()
    this.isReplaying = true
    this.#isOver = this.#isFree = false
    this.#at = { ...first, events: [] }
    this.#waiting = steps
    motion.hurry = 1
    this.#timer = setTimeout(() => this.#next(), motion.ms(BEATS.land))
  }
}

/** How long a step stands beyond its own time: the word and the lantern are read before anything else happens. */
export function longerFor(moments: readonly Moment[]): number {
  return Math.max(0, ...moments.map(({ kind }) => (kind === 'full' ? 900 : kind === 'card' ? 450 : 0)))
}

/** Who made these events: whoever is named first. */
function moverOf(events: readonly GameEvent[]): number | null {
  for (const event of events) if ('seat' in event) return event.seat
  return null
}

function hasPoints(events: readonly GameEvent[]): boolean {
  return events.some((event) => {
    if (!('points' in event)) return false
    return typeof event.points === 'number' ? event.points > 0 : Object.values(event.points).some((count) => count > 0)
  })
}
