/** Tables at which one would rather not read what others say; the settings may say so for all. */

import { settings } from './settings.svelte'

const KEY = 'triax-muted'
const KEPT = 50

function load(): string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[]
  } catch {
    return []
  }
}

class Muting {
  #tables = $state.raw<readonly string[]>(load())

  of(table: string): boolean {
    return settings.kept.muted || this.#tables.includes(table)
  }

  set(table: string, muted: boolean): void {
    if (!muted) settings.set('muted', false)
    const others = this.#tables.filter((one) => one !== table)
    this.#tables = muted ? [...others, table].slice(-KEPT) : others
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#tables))
    } catch {
      // Private windows may refuse.
    }
  }
}

export const muting = new Muting()
