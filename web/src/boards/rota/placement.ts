/** A move of Axio Rota, read: which cell, how many quarter turns, which colour is named for an empty corner. */

import { COLOURS, type Colour } from '../tracks/colours'

export interface Placement {
  x: number
  y: number
  turn: number
  name: Colour | null
}

export function readPlacement(move: string): Placement | null {
  const found = /^(-?\d+),(-?\d+)\/([0-3])(?:=([RGBOP]))?$/.exec(move)
  if (!found) return null
  const name = COLOURS.find((colour) => colour === found[4]) ?? null
  return { x: Number(found[1]), y: Number(found[2]), turn: Number(found[3]), name }
}
