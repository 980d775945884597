import { beforeAll, expect, it, vi } from 'vitest'
import type { GameParts } from '../boards/game'
import { betterOf, chanceText, ideasFor, sentencesOf, signedText, spokenOf, valueText } from './judgement'
import { loadWords } from './i18n/index.svelte'
import type { ReviewCandidate, ReviewDecision, ReviewMoment } from './types'

vi.mock('./settings.svelte', () => ({ settings: { kept: { language: 'en' } } }))
beforeAll(() => loadWords('en'))

const candidate = (move: string, chance: number, more: Partial<ReviewCandidate> = {}): ReviewCandidate => ({
  move,
  chance,
  error: 0.012,
  expected: [],
  gain: '',
  reason: null,
  playouts: 500,
  ...more,
})
const LOWEST = { code: 'lowest', values: { colours: 'G', by: 2, to: 4 } } as const

function decided(more: Partial<ReviewDecision> = {}): ReviewDecision {
  const candidates = [candidate('a', 0.77, { reason: LOWEST }), candidate('b', 0.62)]
  const figures = { chance: { best: 0.77, played: 0.62 }, loss: 0.15, error: 0.021, effect: [], luck: [] }
  return { at: 9, seat: 0, move: 'b', band: 'mistake', real: true, rank: 2, candidates, reason: LOWEST, harm: null, ...figures, ...more }
}

it('figures are said with their sign, their unit and how sure they are', () => {
  expect([valueText(0.624, 'chance'), valueText(5.44, 'result')]).toEqual(['62\u00a0%', '5.4'])
  expect([signedText(-0.153, 'chance'), signedText(0.042, 'chance'), signedText(-0.0001, 'chance'), signedText(1.26, 'result')]).toEqual([
    '−15',
    '+4.2',
    '0.0',
    '+1.3',
  ])
  // Nothing is certain to the point.
  expect(chanceText(candidate('a', 0.62, { error: 0.0001 }), 'chance')).toBe('62 ± 1\u00a0%')
})

it('a mistake says why the other was better, and what it cost', () => {
  expect(sentencesOf(decided(), ['Ann'], 'chance')).toEqual(['Better: raises the lowest colour, green\u00a0+2.', 'It gave away 15 ± 2 points of chance.'])
})

it('where no reason is known the figures speak', () => {
  // What the better move does, the other may do as well.
  expect(sentencesOf(decided({ reason: null }), ['Ann'], 'chance')).toEqual(['It gave away 15 ± 2 points of chance.'])
})

it('what is as good as the best, or forced, has no better one', () => {
  const alike = decided({ band: 'best', loss: 0.004 })
  expect([betterOf(alike), sentencesOf(alike, ['Ann'], 'chance')]).toEqual([null, ['As good as the best, within the margin of error.']])
  const best = decided({ move: 'a', band: 'best', rank: 1, loss: 0 })
  expect(sentencesOf(best, ['Ann'], 'chance')).toEqual(['Nothing better was found: raises the lowest colour, green\u00a0+2.'])
  expect(sentencesOf(decided({ band: 'forced' }), ['Ann'], 'chance')).toEqual(['The only move.'])
  expect(sentencesOf(decided({ band: 'good' }), ['Ann'], 'chance')).toEqual(['Nearly as good as the best.'])
})

it('the ear hears the moves that the eye sees on the board', () => {
  const [first, , , last] = spokenOf(decided(), {} as GameParts, ['Ann'], 'chance')
  expect([first, last]).toEqual(['Ann played b.', 'Better was a.'])
})

it('the board shows what was played and what is better; one that is pointed at takes the better one’s place', () => {
  const three = decided({ candidates: [candidate('a', 0.77), candidate('c', 0.7), candidate('b', 0.62)], rank: 5 })
  const drawn = (pointed: string | null): unknown[] => ideasFor(three, 'chance', pointed).map(({ move, mark, rank }) => [move, mark, rank])
  expect(drawn(null)).toEqual([['a', 'better', 1], ['b', 'played', 5]])
  expect(drawn('c')).toEqual([['c', 'better', 2], ['b', 'played', 5]])
  expect(drawn('b')[0]).toEqual(['b', 'played', 5])
  expect(ideasFor(decided({ move: 'a', band: 'best' }), 'chance', null).map(({ mark }) => mark)).toEqual(['played'])
})

it('a decision says what it left to others, and what a strong one brought', () => {
  const harm = { code: 'leaves_circle', values: { colours: 'P', seat: 1 } } as const
  expect(sentencesOf(decided({ harm }), ['Ann', 'Ben'], 'chance')).toEqual([
    'Better: raises the lowest colour, green\u00a0+2.',
    'The move played leaves Ben a circle with three purple.',
    'It gave away 15 ± 2 points of chance.',
  ])
  const strong: ReviewMoment = { at: 9, seat: 0, kind: 'strong', played: 'b', better: null, by: 0.15, leader: null, plain: 'a', reason: LOWEST, harm: null }
  expect(sentencesOf(decided({ band: 'best' }), ['Ann'], 'chance', strong)).toEqual([
    'A strong move: raises the lowest colour, green\u00a0+2.',
    'It brought 15 points of chance more than the plain move.',
  ])
})
