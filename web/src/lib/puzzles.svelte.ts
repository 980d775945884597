/** A puzzle being solved: shown, answered, explored, and the next one. */

import { get, post } from './api'
import { errorText } from './errors'
import { Offers } from './offers'
import { session } from './session.svelte'
import type { GameEvent, PuzzleAnswer, PuzzleShown, PuzzlesShown } from './types'

/** The one that was shown last: it does not come again at once. */
let last = ''
let made = 0
const newId = (): string => `${Date.now().toString(36)}-${++made}-${Math.random().toString(36).slice(2, 10)}`

/** In place of a game: one's own mistakes. */
export const OWN = 'mine'

export class Solving {
  shown = $state.raw<PuzzlesShown | null>(null)
  puzzle = $state.raw<PuzzleShown | null>(null)
  answer = $state.raw<PuzzleAnswer | null>(null)
  sending = $state(false)
  problem = $state('')
  readonly offers = $derived(this.puzzle ? new Offers(this.puzzle.moves) : null)
  /** An answer that was cut off is sent again as it was. */
  #sent: { puzzle: string; move: string; id: string } | null = null
  #asked = 0

  /** How one stands. */
  async look(): Promise<void> {
    await this.#try(async () => void (this.shown = await get<PuzzlesShown>('/api/puzzles')))
  }

  /** One by its name, today's, or the next. */
  async open(game: string, which: string, theme = ''): Promise<void> {
    const asked = ++this.#asked
    const after = last ? `&after=${encodeURIComponent(last)}` : ''
    const next = game === OWN ? `${OWN}/next?` : `next/${game}?${theme ? `theme=${theme}` : ''}`
    const path = which === 'today' ? `today/${game}` : which || `${next}${after}`
    await this.#try(async () => {
      if (game === OWN) await session.need()
      const found = await get<PuzzleShown>(`/api/puzzles/${path}`)
      // Somebody in a hurry may have asked for another meanwhile.
      if (asked !== this.#asked) return
      this.puzzle = found
      last = found.id
      this.answer = null
    })
  }

  async preview(move: string): Promise<GameEvent[]> {
    return this.puzzle ? post<GameEvent[]>(`/api/puzzles/${this.puzzle.id}/preview`, { move }) : []
  }

  async attempt(move: string): Promise<void> {
    const { puzzle } = this
    if (!puzzle || this.sending) return
    this.sending = true
    if (this.#sent?.puzzle !== puzzle.id || this.#sent.move !== move) this.#sent = { puzzle: puzzle.id, move, id: newId() }
    const { id } = this.#sent
    await this.#try(async () => {
      await session.need()
      this.answer = await post<PuzzleAnswer>(`/api/puzzles/${puzzle.id}/attempts`, { id, move })
    })
    this.sending = false
    if (this.answer) void this.look()
  }

  /** What a move wins, in per cent, once it has been told. */
  chanceOf(move: string): number | null {
    return this.answer && this.offers ? (this.answer.chances[this.offers.moves().indexOf(move)] ?? null) : null
  }

  async #try(what: () => Promise<void>): Promise<void> {
    this.problem = ''
    try {
      await what()
    } catch (error) {
      this.problem = errorText(error)
    }
  }
}
