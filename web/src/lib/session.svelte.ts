/** Who plays in this browser. Nobody signs up: the first thing that needs a player makes a guest. */

import { answerOf, call, get, post, Refused } from './api'
import { earlySession } from './early'
import { friendlyName } from './names'
import { settings } from './settings.svelte'
import type { AccountInfo, HomeShown, PlayerInfo, SignInAddress } from './types'

const KNOWN = 'triax-known'

function isKnown(): boolean {
  try {
    return localStorage.getItem(KNOWN) !== null
  } catch {
    return false
  }
}

class Session {
  me = $state<PlayerInfo | null>(null)
  #asking: Promise<PlayerInfo> | null = null

  /** Someone, or nobody yet, as the server has just said. */
  met(player: PlayerInfo | null): void {
    this.me = player
    try {
      // Whoever is known here has their socket opened before the client has come: public/early.js.
      if (player) localStorage.setItem(KNOWN, '1')
      else localStorage.removeItem(KNOWN)
    } catch {
      // Private windows may refuse.
    }
  }

  /** The player, or nobody yet. The first page may be asked by anybody: a newcomer's first question is not refused. */
  async look(): Promise<PlayerInfo | null> {
    try {
      const early = await earlySession()
      const known = early ? answerOf<PlayerInfo | HomeShown>(early) : isKnown() ? get<PlayerInfo>('/api/session') : get<HomeShown>('/api/home')
      const answer = await known
      this.met('today' in answer ? answer.me : answer)
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'no_session') throw error
      this.met(null)
    }
    return this.me
  }

  /** For a page that asks for nobody by itself: its head shows who is known here. */
  recall(): void {
    if (!this.me && isKnown()) void this.look().catch(() => undefined)
  }

  /** The player; a guest is made if there is none, with a friendly name unless there is one of their own. */
  need(name = settings.kept.name || friendlyName(settings.kept.language)): Promise<PlayerInfo> {
    if (this.me) return Promise.resolve(this.me)
    this.#asking ??= this.#make(name).finally(() => (this.#asking = null))
    return this.#asking
  }

  async #make(name: string): Promise<PlayerInfo> {
    const known = await this.look()
    if (known) return known
    this.met(await post<PlayerInfo>('/api/session', { name }))
    return this.me as unknown as PlayerInfo
  }

  async rename(name: string): Promise<void> {
    this.me = await call<PlayerInfo>('PATCH', '/api/session', { name })
    settings.set('name', this.me.name)
  }

  async register(name: string, password: string): Promise<void> {
    this.met(await post<PlayerInfo>('/api/account', { name, password }))
  }

  async signIn(name: string, password: string): Promise<void> {
    this.met(await post<PlayerInfo>('/api/account/session', { name, password }))
  }

  /** Here, or in all browsers. */
  async signOut(where: 'session' | 'sessions' = 'session'): Promise<void> {
    await call('DELETE', `/api/${where}`)
    this.met(null)
  }

  /** How one can sign in here. */
  ways(): Promise<AccountInfo> {
    return get<AccountInfo>('/api/account')
  }

  /** Off to the provider, which sends the browser back to the settings. */
  async signInElsewhere(): Promise<void> {
    const { address } = await call<SignInAddress>('POST', '/api/account/oidc')
    location.assign(address)
  }

  async disconnect(): Promise<void> {
    await call('DELETE', '/api/account/oidc')
  }

  /** With all that is kept of oneself. */
  async remove(password: string): Promise<void> {
    await call('DELETE', '/api/account', { password })
    this.met(null)
  }

  async changePassword(old: string, password: string): Promise<void> {
    await call('PUT', '/api/account/password', { old, new: password })
  }
}

export const session = new Session()
