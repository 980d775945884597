import { expect, it } from 'vitest'
import type { Moment } from '../boards/game'
import { withNext, type Mark } from './marks'

const mark = (kind: Moment['kind'], id: number): Mark => ({ moment: { kind, seat: 0 }, delay: 0, id })
const ids = (marks: Mark[]): number[] => marks.map(({ id }) => id)

it('a mark outlives the step that follows at once, until another comes in its place', () => {
  const first = withNext([], [mark('rise', 1), mark('lastRound', 2)])
  expect(ids(withNext(first, []))).toEqual([1, 2])
  expect(ids(withNext(first, [mark('rise', 3)]))).toEqual([2, 3])
})

it('one large word takes the place of another; several of a step stand together', () => {
  expect(ids(withNext([mark('full', 1)], [mark('card', 2), mark('card', 3)]))).toEqual([2, 3])
})
