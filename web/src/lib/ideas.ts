/** A hint's ideas, as lists and boards show them. */

import type { Offers } from './offers'
import type { IdeaInfo } from './types'

/** Why a move is good: a code, and what its words are filled with. */
export interface Reason {
  code: string
  values: Record<string, string | number>
}

/** What ideas aim at: the win; or, where that is decided or there is none, the best scores. */
export type Outlook = 'open' | 'won' | 'lost' | 'alone'

export interface Idea {
  /** The whole notation: `draft.set(move)` takes it up. A game's own files read its place out of it. */
  move: string
  /** 1 is the best. */
  rank: number
  /** The chance to win after it, 0 to 1; null where nobody has counted. */
  share: number | null
  /** The own scores to be expected at the end, the lowest first; empty where nobody has counted. */
  expected: number[]
  /** What it scores or marks, as offers say it: "R2B1", or sections. */
  gain: string
  reason: Reason | null
  outlook: Outlook
}

const SHOWN = 3

export function ideasOf(infos: readonly IdeaInfo[], offers: Offers | null): Idea[] {
  return infos
    .filter(({ move }) => offers?.has(move))
    .slice(0, SHOWN)
    .map((info, index) => ({
      move: info.move,
      rank: index + 1,
      share: info.win_share,
      expected: info.expected,
      gain: offers?.gain(info.move) ?? '',
      reason: null,
      outlook: 'open',
    }))
}
