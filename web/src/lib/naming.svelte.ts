/** Whoever sits down with others says once what they are called. */

import { session } from './session.svelte'
import { settings } from './settings.svelte'

class Naming {
  /** Is somebody being asked? */
  isAsking = $state(false)
  #answer: ((agreed: boolean) => void) | null = null

  /** Has the player a name of their own? If not, they are asked; false: they would rather not sit down. */
  async ensure(): Promise<boolean> {
    if (!session.me) await session.look()
    if (settings.kept.name || (session.me && !session.me.guest)) return true
    this.isAsking = true
    return new Promise((resolve) => (this.#answer = resolve))
  }

  async say(name: string): Promise<void> {
    if (session.me) await session.rename(name)
    else settings.set('name', name)
    this.#close(true)
  }

  cancel(): void {
    this.#close(false)
  }

  #close(agreed: boolean): void {
    this.isAsking = false
    this.#answer?.(agreed)
    this.#answer = null
  }
}

export const naming = new Naming()
