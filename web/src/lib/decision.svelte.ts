/** A player's decision at a table: what is offered and tried, what that would do, ideas for it, and sending it. */

import { untrack } from 'svelte'
import type { Draft, GameParts, Said } from '../boards/game'
import { post } from './api'
import { errorText } from './errors'
import { ideasOf, type Idea } from './ideas'
import type { Offers } from './offers'
import { settings } from './settings.svelte'
import type { Stage } from './stage.svelte'
import type { Shown, TableSession } from './table.svelte'
import type { GameEvent, TableInfo } from './types'

/** Where it is made, as it is now. */
export interface Place {
  readonly table: Pick<TableSession, 'connection' | 'of' | 'preview' | 'move' | 'hint'>
  readonly info: TableInfo
  readonly stage: Pick<Stage, 'isStaging' | 'skip'>
  readonly shown: Shown
  readonly names: readonly string[]
  readonly parts: GameParts
}

export class Decision {
  readonly draft: Draft
  sending = $state(false)
  thinking = $state(false)
  problem = $state('')
  preview = $state.raw<GameEvent[]>([])
  ideas = $state.raw<Idea[]>([])
  pointed = $state<string | null>(null)
  refused = $state.raw<Said | null>(null)
  readonly #at: Place
  /** The state at which we have moved: nothing is asked until the next one comes. */
  #moved = $state(0)
  /** The state that our move has led to. */
  #landed = $state(0)
  #begun: Offers | null

  readonly offers: Offers | null = $derived.by(() => {
    const { table, info, stage, shown } = this.#at
    return info.status === 'playing' && table.connection === 'open' && !stage.isStaging && this.#moved !== shown.number ? shown.offers : null
  })
  /** Whose move it is now is said at once, whatever is still being shown. */
  readonly acting: number[] = $derived.by(() => {
    const { table, shown } = this.#at
    return table.of(shown.seat)?.view.to_act ?? shown.view.to_act
  })
  readonly prompt: Said | null | undefined = $derived.by(() => {
    const { info, stage, shown, names, parts } = this.#at
    // Whoever has left the seat to a bot has nothing to do.
    if (shown.seat === null || info.seats[shown.seat]?.away) return null
    if (stage.isStaging && this.acting.includes(shown.seat)) return { key: 'promptStaged' }
    return parts.prompt?.({ view: shown.view, seat: shown.seat, draft: this.draft, offers: this.offers, names })
  })

  constructor(place: Place) {
    this.#at = place
    this.#begun = untrack(() => this.offers)
    this.draft = untrack(() => place.parts.draft())
    this.draft.begin(this.#begun)
    $effect(() => this.#begin())
    $effect(() => this.#foresee())
    $effect(() => {
      if (settings.kept.confirmAtOnce && !place.parts.previews && this.draft.move !== null && !this.sending) untrack(() => void this.confirm())
    })
    // Whatever is tried next, the last tap is forgotten.
    $effect(() => {
      void this.draft.move
      void this.prompt?.key
      this.refused = null
    })
  }

  /** A new decision: whatever was tried before is dropped. */
  #begin(): void {
    const now = this.offers
    // While moves are shown or the line is broken, what was being tried waits; what was played does not outlast its showing.
    const isPast = this.#landed > 0 && this.#at.shown.number > this.#landed
    if ((this.#at.stage.isStaging && !isPast) || this.#at.table.connection !== 'open') return
    untrack(() => {
      if (now === this.#begun || now?.equals(this.#begun)) return
      this.#begun = now
      this.#landed = 0
      this.draft.begin(now)
      this.ideas = []
      this.pointed = this.refused = null
    })
  }

  /** What the move being tried would do, in detail: the server knows. It is asked once, though others move meanwhile. */
  #foresee(): (() => void) | undefined {
    const move = this.draft.move
    const seat = untrack(() => this.#at.shown.seat)
    if (untrack(() => this.preview.length)) this.preview = []
    if (move === null || seat === null) return
    let current = true
    this.#at.table.preview(seat, move).then(
      (events) => current && (this.preview = events),
      () => undefined,
    )
    return () => (current = false)
  }

  async confirm(): Promise<void> {
    if (this.draft.move !== null && !this.sending) await this.play(this.draft.move)
  }

  async play(move: string): Promise<void> {
    const seat = this.#at.shown.seat
    if (seat === null) return
    this.#at.stage.skip()
    this.sending = true
    await this.#try(async () => {
      const number = this.#at.shown.number
      this.#landed = await this.#at.table.move(seat, number, move)
      this.#moved = number
    })
    this.sending = false
  }

  toggleHint(): void {
    if (this.ideas.length) this.ideas = []
    else void this.#hint()
  }

  async #hint(): Promise<void> {
    const seat = this.#at.shown.seat
    if (seat === null) return
    this.thinking = true
    await this.#try(async () => {
      this.ideas = ideasOf(await this.#at.table.hint(seat), this.offers)
    })
    this.thinking = false
  }

  /** Back to a seat that a bot has played on. */
  async comeBack(): Promise<void> {
    await this.#try(() => post(`/api/tables/${this.#at.info.id}/back`, {}))
  }

  async #try(what: () => Promise<unknown>): Promise<void> {
    this.problem = ''
    try {
      await what()
    } catch (error) {
      this.problem = errorText(error)
    }
  }
}
