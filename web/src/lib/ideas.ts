/** A hint's ideas, as lists and boards show them. */

import { number } from './i18n/index.svelte'
import type { Offers } from './offers'
import type { IdeaInfo, Reason } from './types'

/** Why a move is good: a code, and what its words are filled with. */
export type { Reason }

/** What ideas aim at: the win; or, where that is decided or there is none, the best scores. */
export type Outlook = IdeaInfo['outlook']

export interface Idea {
  /** The whole notation: `draft.set(move)` takes it up. A game's own files read its place out of it. */
  move: string
  /** 1 is the best. */
  rank: number
  /** The chance to win after it, 0 to 1; null where nobody has counted enough games, or nothing can be won. */
  share: number | null
  /** The own scores to be expected at the end, the lowest first; empty where nobody has counted. */
  expected: number[]
  /** What it scores or marks, as offers say it: "R2B1", or sections. */
  gain: string
  reason: Reason | null
  outlook: Outlook
  /** In a review: what was done, or what would have been better. */
  mark?: 'played' | 'better'
  /** There: the chance after it, or the result to be expected. */
  label?: string
}

const SHOWN = 3
/** A share of fewer games is luck: three out of nine are no chance of 33 %. */
const ENOUGH = 30

export function ideasOf(infos: readonly IdeaInfo[], offers: Offers | null): Idea[] {
  const shown = infos.filter(({ move }) => offers?.has(move)).slice(0, SHOWN)
  // Beside a chance to win a result to be expected would be read as one.
  const isCounted = shown.some(({ outlook, playouts, win_share }) => outlook === 'open' && playouts >= ENOUGH && win_share !== null)
  return shown.map(({ move, win_share, playouts, expected, gain, reason, outlook }, index) => ({
    move,
    rank: index + 1,
    share: playouts < ENOUGH ? null : win_share,
    expected: isCounted && outlook === 'open' && playouts < ENOUGH ? [] : expected,
    gain,
    reason,
    outlook,
  }))
}

export type Prospect = Pick<Idea, 'share' | 'expected' | 'outlook'>

/** What is to be expected of it, as short as a board needs it: the chance to win; once that is decided, the own result. */
export function prospectOf({ share, expected, outlook }: Prospect): string {
  if (share !== null && outlook === 'open') return `${number(100 * share)}\u00a0%`
  return expected[0] === undefined ? '' : `≈\u00a0${number(expected[0], 1)}`
}
