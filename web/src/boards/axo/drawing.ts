/** The paths that cards and shapes are drawn with. A card is 100 by 122. */

import { rounded } from '../../art/outlines'
import { sizeOf, type Shape } from './cards'

export const CARD = { width: 100, height: 122 }
/** A section's side, and the way from one to the next. */
export const SECTION = 28.6
export const PITCH = 30.7
const LEFT = 5
const TOP = 27

export const SIGNS = ['R', 'B', 'Y'] as const

/** Where a section lies on a card. */
export function sectionAt(section: number): [x: number, y: number] {
  return [LEFT + PITCH * (section % 3), TOP + PITCH * Math.floor(section / 3)]
}

/** The place on a card's grid, in sections from its top left, of a point of the screen. */
export function onGrid(box: { x: number; y: number; width: number }, x: number, y: number): [x: number, y: number] {
  const unit = box.width / CARD.width
  const gap = (PITCH - SECTION) / 2
  return [((x - box.x) / unit - LEFT + gap) / PITCH, ((y - box.y) / unit - TOP + gap) / PITCH]
}

const short = (value: number): string => String(Math.round(value * 100) / 100)

const DRAWN: Record<string, (x: number, y: number, r: number) => string> = {
  R: (x, y, r) => {
    const arc = `a${short(r)} ${short(r)} 0 1 0`
    return `M${short(x - r)} ${short(y)}${arc} ${short(2 * r)} 0${arc} ${short(-2 * r)} 0z`
  },
  B: (x, y, r) => {
    const [from, way] = [0.97 * r, short(1.94 * r)]
    return `M${short(x - from)} ${short(y - from)}l${way} ${way}m0-${way}l-${way} ${way}`
  },
  Y: (x, y, r) => `M${short(x)} ${short(y - 1.22 * r)}l${short(1.32 * r)} ${short(2.3 * r)}h${short(-2.64 * r)}z`,
}

/** A colour's sign around a point. */
export const sign = (letter: string, x: number, y: number, r: number): string => DRAWN[letter]?.(x, y, r) ?? ''

/** The grounds of sections as one path. */
export function grounds(sections: readonly number[], down = 0): string {
  return sections
    .map(sectionAt)
    .map(([x, y]) => rounded(x, y + down, SECTION, SECTION, 3.4))
    .join('')
}

/** The signs of sections, small in open ones, large in a jewel. */
export function signs(letter: string, sections: readonly number[], r: number): string {
  return sections
    .map(sectionAt)
    .map(([x, y]) => sign(letter, x + SECTION / 2, y + SECTION / 2, r))
    .join('')
}

/** The shape that is printed in a card's corner: a path of small cells, its first cell at 6,4. */
export function printed(shape: Shape): string {
  const [, height] = sizeOf(shape)
  const top = 4.2 + (3 - Math.min(3, height)) * 3.1
  return shape.map(([x, y]) => rounded(6 + 6.2 * x, top + 6.2 * y, 5.6, 5.6, 1)).join('')
}

/** A shape as one body: round cells, and necks where they meet. Its middle is at 0,0, a cell is 1 wide. */
export function body(shape: Shape): string {
  const has = new Set(shape.map(String))
  const [width, height] = sizeOf(shape)
  return shape
    .map(([cx, cy]) => {
      const [x, y] = [cx - width / 2, cy - height / 2]
      const right = has.has(String([cx + 1, cy])) ? rounded(x + 0.6, y + 0.2, 0.8, 0.6, 0.03) : ''
      const below = has.has(String([cx, cy + 1])) ? rounded(x + 0.2, y + 0.6, 0.6, 0.8, 0.03) : ''
      return rounded(x + 0.03, y + 0.03, 0.94, 0.94, 0.1) + right + below
    })
    .join('')
}

type Corner = [x: number, y: number]

/** The lines around a shape's cells, as corners in cells; one loop for each body and each hole. */
export function loops(shape: Shape): Corner[][] {
  const has = new Set(shape.map(String))
  const edges = new Map<string, Corner[]>()
  const add = (from: Corner, to: Corner): void => void edges.set(String(from), [...(edges.get(String(from)) ?? []), to])
  for (const [x, y] of shape) {
    if (!has.has(String([x, y - 1]))) add([x, y], [x + 1, y])
    if (!has.has(String([x + 1, y]))) add([x + 1, y], [x + 1, y + 1])
    if (!has.has(String([x, y + 1]))) add([x + 1, y + 1], [x, y + 1])
    if (!has.has(String([x - 1, y]))) add([x, y + 1], [x, y])
  }
  const found: Corner[][] = []
  for (;;) {
    const start = [...edges].find(([, ends]) => ends.length)?.[0]
    if (start === undefined) return found
    const loop: Corner[] = []
    let at = start.split(',').map(Number) as Corner
    let before: Corner = [0, 0]
    for (;;) {
      const ends = edges.get(String(at)) ?? []
      // Where two bodies touch at a corner, each keeps to itself: the way turns right.
      const right = ends.findIndex(([x, y]) => x - at[0] === -before[1] && y - at[1] === before[0])
      const [next] = ends.splice(Math.max(0, right), 1)
      if (!next) break
      const way: Corner = [next[0] - at[0], next[1] - at[1]]
      if (String(way) !== String(before)) loop.push(at)
      before = way
      at = next
    }
    // The last stretch may go on in the first.
    const [first, second] = loop
    if (first && second && first[0] + before[0] * Math.abs(second[0] - first[0]) === second[0] && first[1] + before[1] * Math.abs(second[1] - first[1]) === second[1]) loop.shift()
    found.push(loop)
  }
}

/** The outline of the sections that a shape covers, its box at x,y: a closed line with round corners, between sections. */
export function outlineOn(shape: Shape, x: number, y: number, radius = 4): string {
  const gap = (PITCH - SECTION) / 2
  const at = ([cx, cy]: Corner): Corner => [LEFT - gap + PITCH * (x + cx), TOP - gap + PITCH * (y + cy)]
  return loops(shape)
    .map((loop) => {
      const corners = loop.map(at)
      const part = (from: Corner, to: Corner): Corner => {
        const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1
        return [from[0] + ((to[0] - from[0]) * radius) / length, from[1] + ((to[1] - from[1]) * radius) / length]
      }
      const steps = corners.map((corner, index) => {
        const last = corners.at(index - 1) ?? corner
        const next = corners[(index + 1) % corners.length] ?? corner
        const [from, to] = [part(corner, last), part(corner, next)]
        return `${index ? 'L' : 'M'}${from.map(short).join(' ')}Q${corner.map(short).join(' ')} ${to.map(short).join(' ')}`
      })
      return `${steps.join('')}Z`
    })
    .join('')
}
