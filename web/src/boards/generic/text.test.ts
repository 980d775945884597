import { expect, it, vi } from 'vitest'
import { describe, linesOf } from './text'

vi.mock('../../lib/i18n/index.svelte', () => ({ t: (key: string) => key }))

it('a view is lines of keys and values', () => {
  const view = { draw_pile: 12, hand: ['a', 'b'], taken: [[1, 2], [3]], none: [], lead: null, seats: [{ points: 3 }, { points: 0 }] }
  expect(linesOf(view).map(({ depth, text }) => '  '.repeat(depth) + text)).toEqual([
    'draw pile: 12',
    'hand: a, b',
    'taken: (1, 2), (3)',
    'none: –',
    'lead: –',
    'seats:',
    '  1:',
    '    points: 3',
    '  2:',
    '    points: 0',
  ])
})

it('an event is a sentence: who, what, and what goes with it', () => {
  const names = ['Ada', 'Ben']
  expect(describe({ kind: 'played', seat: 1, card: '7', at: [2, 3] } as object as never, names)).toBe('Ben: played, card: 7, at: 2, 3.')
  expect(describe({ kind: 'extra_turn' }, names)).toBe('extra turn.')
  expect(describe({ kind: 'over' }, names)).toBe('evOver')
})
