/** Where things lie on the display of Axio Rota: a cell is a square of 100 units. */

import { Layers } from '../../art/outlines'

export const CELL = 100
export const PIT = 36
export const INSET = 17
export const SYMBOL = 11

export interface Cell {
  x: number
  y: number
}

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** The corners as they lie after so many quarter turns clockwise, from the top left. */
export function turned(tile: string, turn: number): string {
  const cut = (4 - (turn % 4)) % 4
  return tile.slice(cut) + tile.slice(0, cut)
}

/** The middle of a corner's symbol, in the tile. */
export function symbolAt(corner: number): [number, number] {
  const right = corner === 1 || corner === 2
  const low = corner === 2 || corner === 3
  return [right ? CELL - INSET : INSET, low ? CELL - INSET : INSET]
}

/** The quarter circle in a corner. */
export function pit(corner: number): string {
  const [x, y] = [corner === 1 || corner === 2 ? CELL : 0, corner === 2 || corner === 3 ? CELL : 0]
  const [ax, by] = [x ? x - PIT : PIT, y ? y - PIT : PIT]
  const sweep = corner % 2 === 0 ? 1 : 0
  return `M${x} ${y}L${ax} ${y}A${PIT} ${PIT} 0 0 ${sweep} ${x} ${by}Z`
}

/** Tiles as few paths: faces and pits, and the symbols by colour. Neighbouring pits are one, so that circles have no seam. */
export function drawn(tiles: { tile: string; turn: number; x: number; y: number }[]): {
  faces: string
  pits: string
  symbols: [colour: string, path: string][]
} {
  const layers = new Layers()
  let [faces, pits] = ['', '']
  for (const { tile, turn, x, y } of tiles) {
    const [left, top] = [x * CELL, y * CELL]
    faces += `M${left} ${top}h${CELL}v${CELL}h-${CELL}z`
    pits +=
      `M${left} ${top}h${PIT}a${PIT} ${PIT} 0 0 1-${PIT} ${PIT}z` +
      `M${left + CELL} ${top}v${PIT}a${PIT} ${PIT} 0 0 1-${PIT}-${PIT}z` +
      `M${left + CELL} ${top + CELL}h-${PIT}a${PIT} ${PIT} 0 0 1 ${PIT}-${PIT}z` +
      `M${left} ${top + CELL}v-${PIT}a${PIT} ${PIT} 0 0 1 ${PIT} ${PIT}z`
    const corners = turned(tile, turn)
    for (let corner = 0; corner < 4; corner++) {
      const [dx, dy] = symbolAt(corner)
      layers.add(corners[corner] ?? '', left + dx, top + dy, SYMBOL)
    }
  }
  return { faces, pits, symbols: layers.all }
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
