import type { Offers } from '../../lib/offers'
import type { Draft } from '../game'

/** One of the moves, chosen from the list. */
export class ListDraft implements Draft {
  chosen = $state<string | null>(null)
  #offers = $state.raw<Offers | null>(null)

  move = $derived(this.chosen !== null && this.#offers?.has(this.chosen) ? this.chosen : null)
  gain = $derived(this.move === null ? '' : (this.#offers?.gain(this.move) ?? ''))

  begin(offers: Offers | null): void {
    this.#offers = offers
    this.clear()
  }

  clear(): void {
    this.chosen = null
  }

  set(move: string): void {
    this.chosen = move
  }
}
