import { describe, expect, it } from 'vitest'
import { Offers } from './offers'
import { ideasFrom, linesOf } from './puzzleLines'
import type { IdeaInfo, PuzzleAnswer } from './types'

const idea = (move: string, win_share: number): IdeaInfo => ({
  move,
  gain: '',
  win_share,
  expected: [],
  playouts: 0,
  outlook: 'open',
  reason: null,
})
const offers = new Offers([['', ['a', 'b', 'c', 'd', 'e'], ['R1', '', '', '', 'B2']]])
const answer = (move: string, chance: number, best = ['a']): PuzzleAnswer => ({
  right: best.includes(move),
  move,
  chance,
  best,
  ideas: [idea('a', 0.8), idea('b', 0.6), idea('c', 0.55), idea('d', 0.5)],
  compared: 'x',
  reason: null,
  harm: null,
  tempting: idea('d', 0.5),
  chances: [80, 60, 55, 50, 20],
  themes: ['quiet'],
  counted: true,
  rating_before: 1500,
  rating_after: 1520,
  puzzle_rating: 1500,
  streak: 1,
})
const short = (given: PuzzleAnswer): string => linesOf(given, offers).map(({ move, role }) => `${move}:${role}`).join(' ')

describe('the lines of an answer', () => {
  it('a right one stands with what tempts and the next best', () => {
    expect(short(answer('a', 0.8))).toBe('a:best b:other d:tempting')
  })
  it('a wrong one stands where its chance puts it', () => {
    expect(short(answer('e', 0.2))).toBe('a:best b:other d:tempting e:yours')
    expect(short(answer('b', 0.6))).toBe('a:best b:yours c:other d:tempting')
  })
  it('who falls for the tempting one sees it once', () => {
    expect(short(answer('d', 0.5))).toBe('a:best b:other d:yours')
  })
  it('moves that come to the same are one', () => {
    expect(short(answer('b', 0.6, ['a', 'b']))).toBe('a:best c:other d:tempting')
  })
  it('of one’s own mistakes it tells what was played', () => {
    const own = { ...answer('e', 0), chance: null, puzzle_rating: null }
    expect(short(own)).toBe('a:best b:other d:played e:yours')
    expect(linesOf(own, offers).at(-1)?.share).toBeNull()
  })
  it('boards number them as the list does', () => {
    const ideas = ideasFrom(linesOf(answer('e', 0.2), offers), idea('a', 0.8))
    expect(ideas.map(({ move, rank, gain }) => [move, rank, gain])).toEqual([['a', 1, 'R1'], ['b', 2, ''], ['d', 3, ''], ['e', 4, 'B2']])
  })
})
