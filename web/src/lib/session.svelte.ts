/** Who plays in this browser. Nobody signs up: the first thing that needs a player makes a guest. */

import { answerOf, call, get, post, Refused } from './api'
import { earlySession } from './early'
import { settings } from './settings.svelte'
import type { PlayerInfo } from './types'

class Session {
  me = $state<PlayerInfo | null>(null)
  #asking: Promise<PlayerInfo> | null = null

  /** The player, or nobody yet. */
  async look(): Promise<PlayerInfo | null> {
    try {
      const early = await earlySession()
      this.me = early ? await answerOf<PlayerInfo>(early) : await get<PlayerInfo>('/api/session')
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'no_session') throw error
      this.me = null
    }
    return this.me
  }

  /** The player; a guest is made if there is none. */
  need(fallback: string): Promise<PlayerInfo> {
    if (this.me) return Promise.resolve(this.me)
    this.#asking ??= this.#make(fallback).finally(() => (this.#asking = null))
    return this.#asking
  }

  async #make(fallback: string): Promise<PlayerInfo> {
    const known = await this.look()
    if (known) return known
    return (this.me = await post<PlayerInfo>('/api/session', { name: settings.kept.name || fallback }))
  }

  async rename(name: string): Promise<void> {
    this.me = await call<PlayerInfo>('PATCH', '/api/session', { name })
    settings.set('name', this.me.name)
  }

  async register(name: string, password: string): Promise<void> {
    this.me = await post<PlayerInfo>('/api/account', { name, password })
  }

  async signIn(name: string, password: string): Promise<void> {
    this.me = await post<PlayerInfo>('/api/account/session', { name, password })
  }

  async signOut(): Promise<void> {
    await call('DELETE', '/api/session')
    this.me = null
  }
}

export const session = new Session()
