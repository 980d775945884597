/** Where things lie on the board of Axio: spaces are counted from the middle, a space is a square of 100 units. */

import { Layers, rounded } from '../../art/outlines'

export const SPACE = 100

export interface Space {
  x: number
  y: number
}

export type Direction = 'N' | 'E' | 'S' | 'W'
export const DIRECTIONS: Direction[] = ['E', 'S', 'W', 'N']
const STEPS: Record<Direction, [number, number]> = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] }

export function key(space: Space): string {
  return `${space.x},${space.y}`
}

export function step(space: Space, to: Direction): Space {
  const [dx, dy] = STEPS[to]
  return { x: space.x + dx, y: space.y + dy }
}

/** All spaces of a board, row by row. */
export function spaces(side: number): Space[] {
  const half = Math.floor(side / 2)
  const found: Space[] = []
  for (let y = -half; y <= half; y++) for (let x = -half; x <= half; x++) found.push({ x, y })
  return found
}

/** A tile's notation. A double is written to the east or south only: the same place, seen from its other half. */
export function notation(tile: string, at: Space, to: Direction): string {
  if (tile[0] === tile[1] && (to === 'N' || to === 'W')) {
    const other = step(at, to)
    return `${tile}@${key(other)}>${to === 'N' ? 'S' : 'E'}`
  }
  return `${tile}@${key(at)}>${to}`
}

/** The two spaces of a move, in the order of the tile's letters. */
export function halves(move: string): { tile: string; at: Space; to: Direction; end: Space } | null {
  const found = /^([RGBOP]{2})@(-?\d+),(-?\d+)>([NESW])$/.exec(move)
  if (!found) return null
  const at = { x: Number(found[2]), y: Number(found[3]) }
  const to = found[4] as Direction
  return { tile: found[1] ?? '', at, to, end: step(at, to) }
}

/** The rectangle around two neighbours. */
export function body(at: Space, to: Direction, air: number): { x: number; y: number; width: number; height: number } {
  const end = step(at, to)
  const [x, y] = [Math.min(at.x, end.x), Math.min(at.y, end.y)]
  return {
    x: x * SPACE + air,
    y: y * SPACE + air,
    width: (Math.abs(end.x - at.x) + 1) * SPACE - 2 * air,
    height: (Math.abs(end.y - at.y) + 1) * SPACE - 2 * air,
  }
}

/** Spaces as one path. */
export function fields(all: Space[]): string {
  return all.map(({ x, y }) => rounded(x * SPACE + 4, y * SPACE + 4, SPACE - 8, SPACE - 8, 14)).join('')
}

/** Tiles as few paths: bodies and pits, and the symbols by colour. */
export function drawn(tiles: { tile: string; at: Space; to: Direction }[]): {
  bodies: string
  pits: string
  symbols: [colour: string, path: string][]
} {
  const layers = new Layers()
  let [bodies, pits] = ['', '']
  for (const { tile, at, to } of tiles) {
    const { x, y, width, height } = body(at, to, 3)
    bodies += rounded(x, y, width, height, 16)
    for (const [index, end] of [at, step(at, to)].entries()) {
      pits += rounded(end.x * SPACE + 11, end.y * SPACE + 11, SPACE - 22, SPACE - 22, 12)
      layers.add(tile[index] ?? '', (end.x + 0.5) * SPACE, (end.y + 0.5) * SPACE, 25)
    }
  }
  return { bodies, pits, symbols: layers.all }
}
