/** Looking for somebody to play with: goes on from page to page, until somebody is found or one has had enough. */

import { call } from './api'
import { router } from './router.svelte'
import type { SeekShown } from './types'

export interface Wish {
  game: string
  players: number
  pace: 'quick' | 'live' | 'day' | 'days'
}

const ASK_MS = 2000

class Seeking {
  wish = $state.raw<Wish | null>(null)
  /** When it began, by our clock. */
  since = $state(0)
  /** What the server refused, if it did. */
  failure = $state.raw<unknown>(null)
  /** The table, once somebody is found. */
  found = $state('')
  #timer: ReturnType<typeof setTimeout> | undefined
  #asking = false

  start(wish: Wish): void {
    this.wish = wish
    this.since = Date.now()
    this.failure = null
    this.found = ''
    void this.ask()
  }

  async stop(): Promise<void> {
    this.#end()
    const left = await call<SeekShown>('DELETE', '/api/seek').catch(() => null)
    if (left?.table) this.#go(left.table)
  }

  /** Asked again by itself, and at once when there is news. */
  async ask(): Promise<void> {
    clearTimeout(this.#timer)
    if (!this.wish || this.#asking) return
    const asked = this.wish
    this.#asking = true
    let table: string | null = null
    try {
      ;({ table } = await call<SeekShown>('PUT', '/api/seek', asked))
    } catch (error) {
      // A server that is away comes back; what it refuses it will refuse again.
      if (!(error instanceof Error && 'status' in error && (error.status === 0 || Number(error.status) >= 500))) {
        this.failure = error
        this.#end()
      }
    }
    this.#asking = false
    if (table && this.wish === asked) {
      this.#end()
      void call('DELETE', '/api/seek').catch(() => undefined)
      this.#go(table)
    } else if (this.wish) this.#timer = setTimeout(() => void this.ask(), ASK_MS)
  }

  #end(): void {
    clearTimeout(this.#timer)
    this.wish = null
  }

  #go(table: string): void {
    this.found = table
    router.go(`/t/${table}`)
  }
}

export const seeking = new Seeking()
