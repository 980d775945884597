/** Where things lie on the board of Axio: spaces are counted from the middle, a space is a square of 100 units. */

import { Layers, rounded } from '../../art/outlines'

export const SPACE = 100
/** A tile is so thick. */
export const BODY = 6
export const SYMBOL = 27

export interface Space {
  x: number
  y: number
}

export type Direction = 'N' | 'E' | 'S' | 'W'
export const DIRECTIONS: Direction[] = ['E', 'S', 'W', 'N']
const STEPS: Record<Direction, [number, number]> = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] }

/** A tile that lies. */
export interface Laid {
  tile: string
  at: Space
  to: Direction
}

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
export function halves(move: string): (Laid & { end: Space }) | null {
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

/** The middle of a tile, or of a space. */
export function middle(at: Space, to?: Direction): Space {
  const end = to ? step(at, to) : at
  return { x: ((at.x + end.x + 1) / 2) * SPACE, y: ((at.y + end.y + 1) / 2) * SPACE }
}

/** A dot in the middle of each. */
export function dots(all: Space[], r: number): string {
  return all.map(({ x, y }) => `M${x * SPACE + 50 - r} ${y * SPACE + 50}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`).join('')
}

/** The lines between spaces. */
export function grid(side: number): string {
  const [from, long] = [-Math.floor(side / 2) * SPACE, side * SPACE]
  const lines = Array.from({ length: side - 1 }, (_, index) => from + (index + 1) * SPACE)
  return lines.map((at) => `M${at} ${from}v${long}M${from} ${at}h${long}`).join('')
}

/** Tiles as few paths: bodies, the edges on which light falls, pits, and the symbols by colour. */
export function drawn(tiles: Laid[]): {
  bodies: string
  lights: string
  pits: string
  symbols: [colour: string, path: string][]
} {
  const layers = new Layers()
  let [bodies, lights, pits] = ['', '', '']
  for (const { tile, at, to } of tiles) {
    const { x, y, width, height } = body(at, to, 2.5)
    bodies += rounded(x, y, width, height, 9)
    lights += `M${x + 9} ${y + 1}h${width - 18}`
    for (const [index, end] of [at, step(at, to)].entries()) {
      pits += rounded(end.x * SPACE + 11, end.y * SPACE + 11, SPACE - 22, SPACE - 22, 10)
      layers.add(tile[index] ?? '', (end.x + 0.5) * SPACE, (end.y + 0.5) * SPACE, SYMBOL)
    }
  }
  return { bodies, lights, pits, symbols: layers.all }
}

const HALF = 36

/** The side of a pyramid that faces this way, seen from above. */
export function facet({ x, y }: Space, side: Direction): string {
  const [cx, cy] = [x * SPACE + 50, y * SPACE + 50]
  const [dx, dy] = STEPS[side]
  const corner = (turn: number): string => `${cx + HALF * (dx - turn * dy)} ${cy + HALF * (dy + turn * dx)}`
  return `M${corner(-1)}L${corner(1)}L${cx} ${cy}z`
}

/** Where a pyramid stands. */
export function base({ x, y }: Space): string {
  return `M${x * SPACE + 50 - HALF} ${y * SPACE + 50 - HALF}h${2 * HALF}v${2 * HALF}h${-2 * HALF}z`
}

/** Pyramids as few paths: their sides by where they face, and what each has paid, by colour. */
export function pyramids(all: Space[], colours: ReadonlyMap<string, string>): { sides: [Direction, string][]; paid: [string, string][]; bases: string } {
  const paid = new Map<string, string>()
  const sides = DIRECTIONS.map((side): [Direction, string] => [side, all.map((space) => facet(space, side)).join('')])
  for (const space of all)
    for (const side of DIRECTIONS) {
      const colour = colours.get(key(step(space, side)))
      if (colour) paid.set(colour, (paid.get(colour) ?? '') + facet(space, side))
    }
  return { sides, paid: [...paid], bases: all.map(base).join('') }
}

/** A line that scores: from a half of the tile to the last symbol that counts. */
export interface Beam {
  colour: string
  half: Space
  sources: Space[]
}

export function beamsOf(runs: { colour: string; half: number[]; sources: number[][] }[]): Beam[] {
  const space = ([x = 0, y = 0]: number[]): Space => ({ x, y })
  return runs
    .filter(({ sources }) => sources.length)
    .map(({ colour, half, sources }) => ({ colour, half: space(half), sources: sources.map(space) }))
}

/** Where a line's number stands, so many units from its middle to its edge: between the tile and the first symbol that counts;
 *  on a small board over that symbol, which is the same as the tile's. */
export function badgeOf({ half, sources: [first = half] }: Pick<Beam, 'half' | 'sources'>, radius: number): Space {
  const [from, to] = [middle(half), middle(first)]
  const way = Math.min(1, Math.max(0.5, (SYMBOL + radius) / SPACE))
  return { x: from.x + way * (to.x - from.x), y: from.y + way * (to.y - from.y) }
}

/** Is less offered than there is room for? So it is for a first tile, which has to begin at a printed space. */
export function isRestricted(all: Space[], isTaken: (space: Space) => boolean, open: ReadonlySet<string>): boolean {
  const here = new Set(all.map(key))
  const isFree = (space: Space): boolean => here.has(key(space)) && !isTaken(space)
  return open.size > 0 && all.some((space) => isFree(space) && !open.has(key(space)) && DIRECTIONS.some((way) => isFree(step(space, way))))
}
