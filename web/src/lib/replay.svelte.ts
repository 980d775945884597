/** A game that is over: its positions, fetched when they are needed and kept. */

import { motion } from '../boards/motion'
import { get, Refused } from './api'
import { fetchHands } from './hands'
import type { PositionShown, ReplayInfo } from './types'

export class Replay {
  readonly #asked = new Map<number, Promise<PositionShown>>()
  /** By number; those not yet here are missing. */
  known = $state.raw<readonly (PositionShown | undefined)[]>([])

  constructor(readonly info: ReplayInfo) {
    this.known = Array.from({ length: info.positions })
  }

  static async open(table: string): Promise<Replay> {
    const info = await get<ReplayInfo>(`/api/tables/${encodeURIComponent(table)}/replay`)
    // Hands are drawn with the rest, which they would push about if they came later.
    await fetchHands(info.table.game).catch(() => undefined)
    return new Replay(info)
  }

  get last(): number {
    return this.info.positions - 1
  }

  /** A position, with its neighbours on the way. */
  async see(at: number): Promise<PositionShown> {
    const found = await this.#fetch(at)
    for (const near of [at + 1, at - 1]) if (near >= 0 && near <= this.last) this.#fetch(near).catch(() => undefined)
    return found
  }

  #fetch(at: number): Promise<PositionShown> {
    const asked = this.#asked.get(at) ?? this.#ask(at)
    this.#asked.set(at, asked)
    return asked
  }

  async #ask(at: number): Promise<PositionShown> {
    for (let tries = 0; ; tries++) {
      try {
        const found = await get<PositionShown>(`/api/tables/${this.info.table.id}/replay/${at}`)
        this.known = this.known.with(at, found)
        return found
      } catch (error) {
        if (!(error instanceof Refused) || error.code !== 'too_fast' || tries === 5) {
          this.#asked.delete(at)
          throw error
        }
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
    }
  }
}

/** A step on plays the move that led there; a step back is still. */
export function turnTo(from: number, to: number, draw: () => void): void {
  if (to < from) motion.skip(draw)
  else draw()
}
