/** What a review says on a card: what was done with it, and what would have been better. */

import type { Idea } from '../../lib/ideas'
import type { Shape } from './cards'

export interface Badge {
  mark: 'played' | 'better'
  /** The chance after it. */
  text: string
  /** The colour that is declared with it. */
  sign?: string | undefined
}

/** An idea where it would be marked. */
export interface CardGhost {
  rank: number
  mark?: Idea['mark']
  text: string
  shape: Shape
  x: number
  y: number
  onclick: () => void
}

/** Ideas where they would be marked on one card, the best on top: what is tapped there is the best. Those of a review stay in order. */
export function ghostsOn(
  ideas: readonly Pick<Idea, 'move' | 'rank' | 'mark' | 'label'>[],
  lies: (move: string) => Pick<CardGhost, 'shape' | 'x' | 'y'> | null,
  take: (move: string) => void,
): CardGhost[] {
  const found = ideas.flatMap(({ move, rank, mark, label = '' }) => {
    const place = lies(move)
    return place ? [{ rank, mark, text: label, ...place, onclick: () => take(move) }] : []
  })
  return found.some(({ mark }) => mark) ? found : found.reverse()
}

type Told = Pick<Idea, 'move' | 'mark' | 'label'>

/** For a card of the hand, or with `leaves` for one that goes from the area in a swap. */
export function badgesOf(ideas: readonly Told[], card: string, leaves = false): Badge[] {
  const names = new RegExp(leaves ? `^swap ${card}>` : `[ >]${card}\\b(?!>)`)
  return ideas.flatMap((idea) => {
    const [kind, , colour] = idea.move.split(' ')
    const isOnBoard = idea.move.includes('@')
    return idea.mark && !isOnBoard && names.test(idea.move) ? [{ mark: idea.mark, text: idea.label ?? '', sign: kind === 'play' ? colour : undefined }] : []
  })
}
