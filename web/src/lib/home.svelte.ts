/** What the first page shows: asked for while it is open, and known to the header. */

import { get } from './api'
import { session } from './session.svelte'
import type { HomeShown } from './types'

class Home {
  shown = $state.raw<HomeShown | null>(null)
  /** Seconds by which the server's clock is ahead of ours. */
  ahead = $state(0)

  async look(): Promise<void> {
    const shown = await get<HomeShown>('/api/home')
    const ends = Date.parse(`${shown.today.day}T00:00:00Z`) / 1000 + 24 * 3600
    this.ahead = ends - shown.today.seconds_left - Date.now() / 1000
    this.shown = shown
    session.met(shown.me)
  }
}

export const home = new Home()
