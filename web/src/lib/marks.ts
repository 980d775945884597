/** Marks of great moments, as they stand over a board: each until its end, whatever is played next. */

import type { Moment } from '../boards/game'

export interface Mark {
  moment: Moment
  /** When it comes, in ms from its step on. */
  delay: number
  id: number
}

/** Large words over the middle of the board. */
export const isWord = ({ kind }: Moment): boolean => kind === 'full' || kind === 'card'

/** They share a place. */
const placeOf = (moment: Moment): string => (isWord(moment) ? 'word' : moment.kind)

/** What stands when the marks of another step come: those before them stay where none comes in their place. */
export function withNext(marks: readonly Mark[], next: readonly Mark[]): Mark[] {
  const places = new Set(next.map(({ moment }) => placeOf(moment)))
  return [...marks.filter(({ moment }) => !places.has(placeOf(moment))), ...next]
}
