/** What draws hands in a replay: fetched before the page is drawn, and then there at once. */

import type { Component } from 'svelte'
import { partsOf } from '../boards'

const known = new Map<string, Component<any>>()

export async function fetchHands(game: string): Promise<void> {
  const found = await partsOf(game).held?.()
  if (found) known.set(game, found.default)
}

export const handsOf = (game: string): Component<any> | null => known.get(game) ?? null
