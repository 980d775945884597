/** Where things lie on the board of Axio: spaces are counted from the middle, a space is a square of 100 units. */

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
