/** A move being tried: a board and a hand change it together, the table confirms it. It knows no rules: a move is what
 *  the server has offered. */

import type { Offers } from '../lib/offers'

export interface Draft {
  /** The whole notation, once it is a legal move. */
  readonly move: string | null
  /** What it would score, such as "R2B1". */
  readonly gain: string
  /** A new position: what no longer fits is dropped. */
  begin(offers: Offers | null): void
  clear(): void
  /** Take up a whole move, such as a hint's. */
  set(move: string): void
}

export interface BoardProps<V, D extends Draft, E> {
  view: V
  /** Whose eyes; null is a spectator's. */
  seat: number | null
  offers: Offers | null
  draft: D
  /** What led to this position, as this viewer was told. */
  events: E[]
  /** What the move being tried would do. */
  preview: E[]
  names: string[]
  onconfirm: () => void
}
