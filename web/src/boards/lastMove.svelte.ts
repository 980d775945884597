/** The last move: boards report it, scoreboards show it again and say where its points came from. */

import { untrack } from 'svelte'

interface Scoring {
  /** The score behind it: another score, and it is no longer the last. */
  after: string
  reasons: () => string[]
}

const SHOWN_MS = 3200

class LastMove {
  /** Who moved last; -1 is nobody known, null Simona. */
  seat = $state<number | null>(-1)
  /** How often it was asked for again. */
  replays = $state(0)
  /** Is it being shown again now? */
  isShown = $state(false)
  #scorings = $state.raw<ReadonlyMap<number, Scoring>>(new Map())
  #table: unknown = null
  #timer: ReturnType<typeof setTimeout> | undefined

  /** At another table nothing has happened yet. */
  enter(table: unknown): void {
    if (table === this.#table) return
    this.#table = table
    this.#scorings = new Map()
    this.seat = -1
    this.hide()
  }

  moved(seat: number | null): void {
    this.seat = seat
    this.hide()
  }

  scored(seat: number, after: string, reasons: () => string[]): void {
    this.#scorings = new Map(untrack(() => this.#scorings)).set(seat, { after, reasons })
  }

  /** Where the points of a seat's last scoring came from, in words; null where it is not known. */
  reasons(seat: number, now: string): string[] | null {
    const scoring = this.#scorings.get(seat)
    return scoring?.after === now ? scoring.reasons() : null
  }

  show(): void {
    this.replays += 1
    this.isShown = true
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => (this.isShown = false), SHOWN_MS)
  }

  hide(): void {
    clearTimeout(this.#timer)
    this.isShown = false
  }
}

export const lastMove = new LastMove()
