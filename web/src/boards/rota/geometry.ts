/** Where things lie on the display of Axio Rota: a cell is a square of 100 units. */

import { Layers } from '../../art/outlines'
import type { Box } from '../camera.svelte'

export const CELL = 100
export const PIT = 36
export const INSET = 17
export const SYMBOL = 11.5
/** A tile is so thick. */
export const BODY = 5
const ROUND = 3

export interface Cell {
  x: number
  y: number
}

/** A tile that lies. */
export interface Laid extends Cell {
  tile: string
  turn: number
}

export const key = ({ x, y }: Cell): string => `${x},${y}`

/** The corners as they lie after so many quarter turns clockwise, from the top left. */
export function turned(tile: string, turn: number): string {
  const cut = (4 - (turn % 4)) % 4
  return tile.slice(cut) + tile.slice(0, cut)
}

const isRight = (corner: number): boolean => corner === 1 || corner === 2
const isLow = (corner: number): boolean => corner === 2 || corner === 3

/** The middle of a corner's symbol, in the tile. */
export function symbolAt(corner: number): [number, number] {
  return [isRight(corner) ? CELL - INSET : INSET, isLow(corner) ? CELL - INSET : INSET]
}

/** The point around which a tile's corner makes a circle with others, in cells. */
function vertex({ x, y }: Cell, corner: number): Cell {
  return { x: x + (isRight(corner) ? 1 : 0), y: y + (isLow(corner) ? 1 : 0) }
}

/** A quarter circle around a point, of the tile of which this is the corner; so far from its edges. */
export function quarter(x: number, y: number, corner: number, r = PIT, off = 0): string {
  const [right, down] = [isRight(corner) ? -1 : 1, isLow(corner) ? -1 : 1]
  const [cx, cy] = [x + right * off, y + down * off]
  const sweep = corner % 2 === 0 ? 1 : 0
  return `M${cx} ${cy}H${x + right * r}A${r} ${r} 0 0 ${sweep} ${cx} ${y + down * r}z`
}

/** The same where the tile's corner is round, because no other tile meets it there. */
function lone(x: number, y: number, corner: number): string {
  const [right, down] = [isRight(corner) ? -1 : 1, isLow(corner) ? -1 : 1]
  const sweep = corner % 2 === 0 ? 1 : 0
  return `M${x + right * ROUND} ${y}H${x + right * PIT}A${PIT} ${PIT} 0 0 ${sweep} ${x} ${y + down * PIT}V${y + down * ROUND}A${ROUND} ${ROUND} 0 0 ${sweep} ${x + right * ROUND} ${y}z`
}

export const disc = (x: number, y: number, r: number): string => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`

const square = (x: number, y: number): string => {
  const side = CELL - 2 * ROUND
  const arc = (dx: number, dy: number): string => `a${ROUND} ${ROUND} 0 0 1 ${dx} ${dy}`
  return `M${x + ROUND} ${y}h${side}${arc(ROUND, ROUND)}v${side}${arc(-ROUND, ROUND)}h${-side}${arc(-ROUND, -ROUND)}v${-side}${arc(ROUND, -ROUND)}z`
}

export interface Drawn {
  /** The tiles from above. */
  faces: string
  /** Edges on which light falls, and those away from it, where no other tile lies. */
  lights: string
  shades: string
  /** Where two faces meet. */
  seams: string
  pits: string
  /** Closed circles, and those of one colour. */
  bezels: string
  alike: { x: number; y: number; colour: string }[]
  symbols: [colour: string, path: string][]
}

/** Tiles as few paths. Corners that meet are one circle, without a seam. Of some tiles alone: them, and where they meet
 *  others, to be drawn over those. */
export function drawn(tiles: Laid[], alone?: Laid[]): Drawn {
  const layers = new Layers()
  const taken = new Set(tiles.map(key))
  const wanted = alone && new Set(alone.map(key))
  const isWanted = (cell: Cell): boolean => !wanted || wanted.has(key(cell))
  const meeting = new Map<string, { x: number; y: number; corners: [corner: number, colour: string][]; isWanted: boolean }>()
  const found: Drawn = { faces: '', lights: '', shades: '', seams: '', pits: '', bezels: '', alike: [], symbols: [] }
  const [near, far] = [PIT, CELL - PIT]
  for (const { tile, turn, x, y } of tiles) {
    const [left, top, right, low] = [x * CELL, y * CELL, (x + 1) * CELL, (y + 1) * CELL]
    const has = (dx: number, dy: number): boolean => taken.has(key({ x: x + dx, y: y + dy }))
    const own = isWanted({ x, y })
    if (has(0, -1) && (own || isWanted({ x, y: y - 1 }))) found.seams += `M${left + near} ${top}H${left + far}`
    if (has(-1, 0) && (own || isWanted({ x: x - 1, y }))) found.seams += `M${left} ${top + near}V${top + far}`
    if (own) {
      found.faces += square(left, top)
      if (!has(0, -1)) found.lights += `M${left + near} ${top + 0.8}H${left + far}`
      if (!has(-1, 0)) found.lights += `M${left + 0.8} ${top + near}V${top + far}`
      if (!has(0, 1)) found.shades += `M${left + near} ${low - 1.2}H${left + far}`
      if (!has(1, 0)) found.shades += `M${right - 1.2} ${top + near}V${top + far}`
    }
    const corners = turned(tile, turn)
    for (let corner = 0; corner < 4; corner++) {
      const colour = corners[corner] ?? ''
      const [dx, dy] = symbolAt(corner)
      if (own) layers.add(colour, left + dx, top + dy, SYMBOL)
      const point = vertex({ x, y }, corner)
      const name = key(point)
      const met = meeting.get(name) ?? { x: point.x * CELL, y: point.y * CELL, corners: [], isWanted: false }
      met.corners.push([corner, colour])
      met.isWanted ||= own
      // Closed circles stand in the order in which they were closed.
      if (met.corners.length === 4) meeting.delete(name)
      meeting.set(name, met)
    }
  }
  for (const { x, y, corners, isWanted } of meeting.values()) {
    if (!isWanted) continue
    const [[first, colour] = [0, '']] = corners
    if (corners.length === 4) {
      found.pits += disc(x, y, PIT)
      if (colour !== '-' && corners.every(([, other]) => other === colour)) found.alike.push({ x, y, colour })
      else found.bezels += disc(x, y, PIT - 1.2)
    } else if (corners.length === 1) found.pits += lone(x, y, first)
    else for (const [corner] of corners) found.pits += quarter(x, y, corner)
  }
  found.symbols = layers.all
  return found
}

/** Some tiles and all that they can meet. */
export function around(tiles: Laid[], some: Laid[]): Laid[] {
  return tiles.filter(({ x, y }) => some.some((one) => Math.abs(one.x - x) <= 1 && Math.abs(one.y - y) <= 1))
}

/** A tile's own tone, so that neighbours differ a little: -1, 0 or 1. */
export function tone({ x, y, tile }: Laid): number {
  return (((7 * x + 5 * y + tile.charCodeAt(0) + 2 * tile.charCodeAt(2)) % 3) + 3) % 3 - 1
}

/** The empty cells beside some cells. */
export function beside(cells: Cell[]): Cell[] {
  const taken = new Set(cells.map(key))
  const found = new Map<string, Cell>()
  for (const { x, y } of cells)
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]] as const) {
      const cell = { x: x + dx, y: y + dy }
      if (!taken.has(key(cell))) found.set(key(cell), cell)
    }
  return [...found.values()]
}

/** What must be in sight: all cells, with some air. */
export function bounds(cells: Cell[], air = 14): Box {
  const xs = cells.map((cell) => cell.x)
  const ys = cells.map((cell) => cell.y)
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return {
    x: left * CELL - air,
    y: top * CELL - air,
    width: (Math.max(...xs) - left + 1) * CELL + 2 * air,
    height: (Math.max(...ys) - top + 1) * CELL + 2 * air,
  }
}

/** The display and the cells beside it. */
export function fit(cells: Cell[]): Box {
  return bounds(cells.length ? [...cells, ...beside(cells)] : [{ x: 0, y: 0 }], -4)
}

/** A circle that scores: around which point, in which colour, which corners, how many points. */
export interface Light extends Cell {
  colour: string
  corners: number[]
  gain: number
}

/** The circles that score when a tile lies here, in the order of its corners. */
export function lightsOf(at: Cell, corners: { corner: number; colour: string; sources: number[][] }[]): Light[] {
  return corners
    .filter(({ sources }) => sources.length)
    .map(({ corner, colour, sources }) => ({
      ...vertex(at, corner),
      colour,
      corners: [corner, ...sources.map(([, , other = 0]) => other)],
      gain: sources.length,
    }))
}

/** The nearest of some cells in the direction of an arrow key. */
export function nearest(cells: Cell[], from: Cell, dx: number, dy: number): Cell | null {
  let best: Cell | null = null
  let distance = Infinity
  for (const cell of cells) {
    const along = (cell.x - from.x) * dx + (cell.y - from.y) * dy
    const aside = Math.abs((cell.x - from.x) * dy) + Math.abs((cell.y - from.y) * dx)
    if (along > 0 && along + 2 * aside < distance) {
      best = cell
      distance = along + 2 * aside
    }
  }
  return best
}
