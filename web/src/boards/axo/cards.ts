/** The cards of AXO as data: the standard deck, or the one that a table is played with. Geometry, no rules. */

import type { AxoEvent, AxoView } from '../../lib/types'
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

/** Where a seat sits as another sees it: 0 before oneself, then clockwise: left, opposite, right. */
export function sideFrom(side: number, seat: number | null): number {
  return (((side - (seat ?? 0)) % 4) + 4) % 4
}

/** The sides where somebody sits, seen from a seat; Simona too. */
export function sidesOf(view: AxoView, seat: number | null): number[] {
  const seats = view.seats.map((_, number) => sideFrom(number, seat))
  return view.simona === null ? seats : [...seats, sideOf(null, view.options)]
}

/** Left or right of the shape, a side where nobody sits: while cards are drawn, they lie there. */
export function pilesAt(view: AxoView, seat: number | null): number | undefined {
  if (view.phase === 'area' || view.phase === 'over') return undefined
  const taken = sidesOf(view, seat)
  return [3, 1].find((side) => !taken.includes(side))
}

/** How wide and high a shape is. */
export function sizeOf(shape: Shape): [width: number, height: number] {
  return [Math.max(0, ...shape.map(([x]) => x + 1)), Math.max(0, ...shape.map(([, y]) => y + 1))]
}

/** The sections (0-8) under a shape whose box begins at x,y. */
export function under(shape: Shape, x: number, y: number): number[] {
  return shape.map(([cx, cy]) => 3 * (y + cy) + x + cx)
}

/** The cards of an area in their three places: in the order of the view, so that they lie alike after a reload, in a replay
 *  and on a poster. */
export function inPlaces(cards: readonly string[]): (string | null)[] {
  return Array.from({ length: Math.max(3, cards.length) }, (_, at) => cards[at] ?? null)
}

/** The sections (0-8) of a seat's card that these events have marked. */
export function marksIn(events: readonly AxoEvent[], seat: number, card: string): number[] {
  // One's own marks are told twice: when they are made, and when all are shown.
  const found = events
    .flatMap((event) => {
      if ((event.kind !== 'revealed' && event.kind !== 'marked') || event.seat !== seat) return []
      return event.kind === 'revealed' ? event.marks : [event]
    })
    .filter((mark) => mark.card === card)
    .flatMap((mark) => mark.sections.map(([x = 0, y = 0]) => 3 * y + x))
  return [...new Set(found)]
}

/** The places that cards have moved between, while they lay there before and after. */
export function movedUp(before: readonly (string | null)[], after: readonly (string | null)[]): { from: number; to: number }[] {
  return after.flatMap((card, to) => {
    const from = card === null ? -1 : before.indexOf(card)
    return from < 0 || from === to ? [] : [{ from, to }]
  })
}
