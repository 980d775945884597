/** Which ideas of a hint a card or a colour belongs to, by their ranks. */

import type { Idea } from '../../lib/ideas'

type Ranked = Pick<Idea, 'move' | 'rank'>

/** The ideas that have to do with a card of the hand. */
export function ranksOf(ideas: readonly Ranked[], card: string): number[] {
  return ideas.filter(({ move }) => new RegExp(`[ >]${card}\\b`).test(move)).map(({ rank }) => rank)
}

/** The ideas that declare a colour, with the card that is chosen or, as long as there is none, with any. */
export function ranksIn(ideas: readonly Ranked[], colour: string, card?: string): number[] {
  return ideas.filter(({ move }) => new RegExp(`^play ${card ?? '\\d+'} ${colour}$`).test(move)).map(({ rank }) => rank)
}
