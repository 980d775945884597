/** What a viewer has not seen yet, by kind: the set of pieces less what lies open and what is one's own. */

import axioPieces from '../../../src/triax/games/axio/pieces.json'
import axoPieces from '../../../src/triax/games/axo/pieces.json'
import rotaPieces from '../../../src/triax/games/rota/pieces.json'
import type { AnyView, AxioView, AxoView, RotaView } from './types'

export interface Kind {
  kind: string
  count: number
}

type Pieces<T> = { pieces?: T }

export function unseen(view: AnyView): Kind[] {
  if ('stacks' in view) return left(tilesOf(view), [...view.display.map(({ tile }) => tile), ...(view.hand ? [view.hand] : [])])
  if ('bag' in view) return left(dominoesOf(view), [...view.tiles.map(({ tile }) => tile), ...(view.rack ?? [])])
  return left(cardsOf(view), [
    ...view.seats.flatMap((player) => player.area.map(({ card }) => card)),
    ...view.discard,
    ...(view.hand ?? []),
    ...(view.card ? [view.card] : []),
  ])
}

function tilesOf(view: RotaView): string[] {
  return (view.options as Pieces<typeof rotaPieces>).pieces?.tiles ?? rotaPieces.tiles
}

function dominoesOf(view: AxioView): string[] {
  const tiles = (view.options as Pieces<typeof axioPieces>).pieces?.tiles ?? axioPieces.tiles
  return Object.entries(tiles).flatMap(([tile, count]) => Array.from({ length: count }, () => tile))
}

function cardsOf(view: AxoView): string[] {
  return ((view.options as Pieces<typeof axoPieces>).pieces ?? axoPieces).cards.map((card) => card.id)
}

function left(all: string[], seen: string[]): Kind[] {
  const counts = new Map<string, number>()
  for (const piece of all) counts.set(piece, (counts.get(piece) ?? 0) + 1)
  for (const piece of seen) counts.set(piece, (counts.get(piece) ?? 0) - 1)
  return [...counts].filter(([, count]) => count > 0).map(([kind, count]) => ({ kind, count }))
}
