/** The moves of an answer to a puzzle, as the list and the board show them. */

import type { Key } from './i18n/index.svelte'
import type { Idea } from './ideas'
import type { Offers } from './offers'
import type { IdeaInfo, PuzzleAnswer } from './types'

export type Theme = PuzzleAnswer['themes'][number]

export const THEMES: Record<Theme, Key> = {
  lowest: 'themeLowest',
  extra_turn: 'themeExtraTurn',
  complete: 'themeComplete',
  double: 'themeDouble',
  deny: 'themeDeny',
  exchange: 'themeExchange',
  endgame: 'themeEndgame',
  quiet: 'themeQuiet',
}

/** A move as the answer lists it. */
export interface Line {
  move: string
  gain: string
  /** Null where nobody has counted. */
  share: number | null
  role: 'best' | 'yours' | 'tempting' | 'played' | 'other'
}

/** The best, what was played, what tempts, and one more to compare with; the best first. */
export function linesOf(answer: PuzzleAnswer, offers: Offers): Line[] {
  const line = (move: string, share: number | null, role: Line['role']): Line => ({ move, gain: offers.gain(move), share, role })
  const [best] = answer.ideas
  if (!best) return []
  const found = [line(best.move, best.win_share, 'best')]
  if (!answer.right) found.push(line(answer.move, answer.chance, 'yours'))
  const has = (move: string): boolean => answer.best.includes(move) || found.some((one) => one.move === move)
  const { tempting } = answer
  // Of one's own mistakes nothing is rated, and what tempted is known.
  if (!has(tempting.move)) found.push(line(tempting.move, tempting.win_share, answer.puzzle_rating === null ? 'played' : 'tempting'))
  const next = answer.ideas.find(({ move }) => !has(move))
  if (next) found.push(line(next.move, next.win_share, 'other'))
  return found.sort((a, b) => (b.share ?? 0) - (a.share ?? 0))
}

/** The lines as a board draws them, each with its place in the list. */
export function ideasFrom(lines: readonly Line[], best: IdeaInfo | undefined): Idea[] {
  return lines.map(({ move, gain, share, role }, index) => ({
    move,
    gain,
    share,
    rank: index + 1,
    expected: [],
    reason: role === 'best' ? (best?.reason ?? null) : null,
    outlook: 'open',
  }))
}
