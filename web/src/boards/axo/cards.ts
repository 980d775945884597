/** The cards of AXO as data: the standard deck, or the one that a table is played with. Geometry, no rules. */

import { rounded } from '../../art/outlines'
import type { AxoEvent } from '../../lib/types'
import standard from '../../../../docs/schema/pieces/axo.json'

export interface Card {
  id: string
  shape: string[]
  grid: string[]
  effect: string | null
}

export type Shape = [x: number, y: number][]

interface Deck {
  cards: Card[]
}

export function deckOf(options: object): Map<string, Card> {
  const deck = 'pieces' in options ? (options.pieces as Deck) : (standard as Deck)
  return new Map(deck.cards.map((card) => [card.id, card]))
}

export function cells(shape: string[]): Shape {
  return shape.flatMap((row, y) => [...row].flatMap((mark, x) => (mark === '#' ? [[x, y] as [number, number]] : [])))
}

/** Where a section lies on the drawing of a card, which is 100 by 128. */
export function sectionAt(section: number): [x: number, y: number] {
  return [9 + 28 * (section % 3), 36 + 28 * Math.floor(section / 3)]
}

const SIGNS: Record<string, (x: number, y: number) => string> = {
  R: (x, y) => `M${x - 4.7} ${y}a4.7 4.7 0 1 0 9.4 0a4.7 4.7 0 1 0-9.4 0z`,
  B: (x, y) => `M${x - 4.5} ${y - 4.5}l9 9m0-9l-9 9`,
  Y: (x, y) => `M${x} ${y - 4.8}l5.2 9h-10.4z`,
}

/** What is printed on a card and never changes, a path a kind: nobody's business but the eye's. */
export function printed(card: Card, shape: Shape): [kind: string, path: string][] {
  const poly = shape.map(([x, y]) => rounded(8 + 6.4 * x, 7 + 6.4 * y, 5.6, 5.6, 1.4)).join('')
  const grid = [...card.grid.join('')]
  const found: [string, string][] = [['poly', poly]]
  for (const [sign, draw] of Object.entries(SIGNS)) {
    const at = grid.flatMap((one, section) => (one === sign ? [sectionAt(section)] : []))
    found.push([`ground ${sign}`, at.map(([x, y]) => rounded(x, y, 26, 26, 5)).join('')])
    found.push([`sign ${sign}`, at.map(([x, y]) => draw(x + 13, y + 13)).join('')])
  }
  return found
}

/** After so many quarter turns clockwise, moved back to 0,0. */
export function turned(shape: Shape, quarters: number): Shape {
  let now = shape
  for (let turn = 0; turn < ((quarters % 4) + 4) % 4; turn++) {
    const height = Math.max(...now.map(([, y]) => y)) + 1
    now = now.map(([x, y]) => [height - 1 - y, x])
  }
  return now
}

/** Where a seat sits, seen from seat 0 clockwise; Simona sits at a side of her own. */
export function sideOf(active: number | null, options: object): number {
  if (active !== null) return active
  return 'simona' in options && options.simona === 'right' ? 3 : 1
}

/** The card in the middle as a seat sees it. */
export function seenBy(shape: string[], side: number, seat: number): Shape {
  return turned(cells(shape), side - seat)
}

/** The sections (0-8) under a shape whose box begins at x,y. */
export function under(shape: Shape, x: number, y: number): number[] {
  return shape.map(([cx, cy]) => 3 * (y + cy) + x + cx)
}

/** The cards of an area in their three places: a card stays where it lies, a new one takes a place that is free. */
export function inPlaces(before: readonly (string | null)[], cards: readonly string[]): (string | null)[] {
  const places = [0, 1, 2].map((index) => before.find((card, at) => at === index && card !== null && cards.includes(card)) ?? null)
  for (const card of cards)
    if (!places.includes(card)) {
      const free = places.indexOf(null)
      if (free < 0) places.push(card)
      else places[free] = card
    }
  return places
}

/** The sections (0-8) of a seat's card that these events have marked. */
export function marksIn(events: readonly AxoEvent[], seat: number, card: string): number[] {
  return events
    .flatMap((event) => {
      if ((event.kind !== 'revealed' && event.kind !== 'marked') || event.seat !== seat) return []
      return event.kind === 'revealed' ? event.marks : [event]
    })
    .filter((mark) => mark.card === card)
    .flatMap((mark) => mark.sections.map(([x = 0, y = 0]) => 3 * y + x))
}
