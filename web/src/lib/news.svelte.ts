/** What waits for oneself: a line to the server says when to ask. */

import { get } from './api'
import { seeking } from './seeking.svelte'
import type { NewsShown } from './types'

const NONE: NewsShown = { asking: [], invitations: [], rounds: [] }
const AGAIN_MS = [1000, 2000, 5000, 15_000, 30_000]

class News {
  shown = $state.raw<NewsShown>(NONE)
  /** A guest hears of news as well, where there may be some: in a tournament. */
  isNeeded = $state(false)
  /** Counts up with each news: pages that show people look again. */
  number = $state(0)
  #socket: WebSocket | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #tries = 0
  #wanted = false

  listen(): () => void {
    this.#wanted = true
    this.#open()
    return () => {
      this.#wanted = false
      clearTimeout(this.#timer)
      this.#socket?.close()
      this.#socket = null
      this.shown = NONE
    }
  }

  async look(): Promise<void> {
    this.number += 1
    this.shown = await get<NewsShown>('/api/people/news').catch(() => this.shown)
  }

  #open(): void {
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/people/socket`)
    this.#socket = socket
    socket.onmessage = () => {
      this.#tries = 0
      void this.look()
      void seeking.ask()
    }
    socket.onclose = () => {
      if (!this.#wanted || this.#socket !== socket) return
      const pause = AGAIN_MS[Math.min(this.#tries, AGAIN_MS.length - 1)]
      this.#tries += 1
      this.#timer = setTimeout(() => this.#open(), pause)
    }
  }
}

export const news = new News()
