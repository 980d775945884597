/** The review of a game that is over: asked for when nobody has yet, and looked at again until it is whole. */

import { call, get, Refused } from './api'
import type { Unit } from './judgement'
import type { ReviewDecision, ReviewShown, ReviewWhole } from './types'

const FIRST = 1000
const LONGEST = 6000

export class Review {
  shown = $state.raw<ReviewShown | null>(null)
  /** In the order of the game, as far as they are known. */
  decisions = $state.raw<readonly ReviewDecision[]>([])
  /** By decision and seat, and at last the end. */
  curve = $state.raw<readonly (readonly number[])[]>([])
  problem = $state.raw<unknown>(null)
  #timer: ReturnType<typeof setTimeout> | undefined
  #pause = FIRST
  #ended = false
  readonly #path: string

  constructor(table: string) {
    this.#path = `/api/tables/${encodeURIComponent(table)}/review`
  }

  readonly whole = $derived<ReviewWhole | null>(this.shown?.review ?? null)
  readonly isWorking = $derived(this.shown?.state === 'waiting' || this.shown?.state === 'working')
  readonly unit = $derived<Unit>(this.shown?.unit ?? 'chance')
  /** What mattered most, each with its decision. */
  readonly moments = $derived.by(() => {
    const told = this.whole?.moments.filter(({ kind }) => kind !== 'turn') ?? []
    return told.flatMap((moment) => {
      const decision = this.decisions.find((one) => one.at === moment.at)
      return decision ? [{ moment, decision }] : []
    })
  })
  /** Where somebody else took the lead. */
  readonly turns = $derived(this.whole?.moments.filter(({ kind }) => kind === 'turn') ?? [])

  async open(): Promise<void> {
    await this.#try(async () => {
      const found = await get<ReviewShown>(this.#path)
      this.#take(found.state === 'none' ? await call<ReviewShown>('POST', this.#path) : found)
    })
  }

  /** Once more, after it has failed or was refused. */
  async ask(): Promise<void> {
    await this.#try(async () => this.#take(await call<ReviewShown>('POST', this.#path)))
  }

  close(): void {
    this.#ended = true
    clearTimeout(this.#timer)
  }

  async #look(): Promise<void> {
    await this.#try(async () => {
      const before = this.decisions.length
      this.#take(await get<ReviewShown>(`${this.#path}?since=${before}`))
      // Where nothing happens, one looks less often.
      this.#pause = this.decisions.length > before ? FIRST : Math.min(LONGEST, this.#pause * 1.5)
    })
  }

  async #try(work: () => Promise<void>): Promise<void> {
    clearTimeout(this.#timer)
    try {
      await work()
      this.problem = null
    } catch (error) {
      this.problem = error
      this.#pause = LONGEST
    }
    if (this.#ended) return
    const state = this.shown?.state
    // Behind another one that was asked for it begins by itself.
    const isNext = this.problem instanceof Refused && this.problem.code === 'too_many'
    if (isNext) this.#timer = setTimeout(() => void this.ask(), LONGEST)
    else if (state === 'waiting' || state === 'working') this.#timer = setTimeout(() => void this.#look(), this.#pause)
  }

  #take(found: ReviewShown): void {
    if (this.#ended) return
    // What comes is all there is, or what was added.
    const from = found.known - found.decisions.length
    this.decisions = [...this.decisions.slice(0, from), ...found.decisions]
    this.curve = [...this.curve.slice(0, from), ...found.curve]
    this.shown = found
  }
}
