import { expect, it, vi } from 'vitest'
import { ideasOf, prospectOf } from './ideas'
import { Offers } from './offers'
import type { IdeaInfo } from './types'

vi.mock('./settings.svelte', () => ({ settings: { kept: { language: 'en' } } }))

const idea = (move: string, playouts: number): IdeaInfo => ({
  move,
  gain: '',
  win_share: 1 / 3,
  expected: [4.2],
  playouts,
  outlook: 'open',
  reason: null,
})

it('tells no chance of a few games', () => {
  const offers = new Offers([['', ['a', 'b'], ['', '']]])
  expect(ideasOf([idea('a', 900), idea('b', 9), idea('gone', 900)], offers).map(({ move, share }) => [move, share])).toEqual([
    ['a', 1 / 3],
    ['b', null],
  ])
})

it('puts no result to be expected beside chances to win', () => {
  const offers = new Offers([['', ['a', 'b'], ['', '']]])
  expect(ideasOf([idea('a', 900), idea('b', 9)], offers).map(prospectOf)).toEqual(['33\u00a0%', ''])
  expect(ideasOf([idea('a', 9), idea('b', 9)], offers).map(prospectOf)).toEqual(['≈\u00a04.2', '≈\u00a04.2'])
})

it('tells the chance to win while there is one to speak of, and the own result once all is decided', () => {
  const [open] = ideasOf([idea('a', 900)], new Offers([['', ['a'], ['']]]))
  expect(open && prospectOf(open)).toBe('33\u00a0%')
  expect(open && prospectOf({ ...open, share: 0, outlook: 'lost' })).toBe('≈\u00a04.2')
  expect(open && prospectOf({ ...open, share: 1, outlook: 'won' })).toBe('≈\u00a04.2')
  expect(open && prospectOf({ ...open, share: null, expected: [] })).toBe('')
})
