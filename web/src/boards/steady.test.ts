import { expect, it } from 'vitest'
import { steady } from './steady'

it('keeps what says the same, and the list itself if nothing is new', () => {
  const keep = steady<{ at: number }>()
  const first = keep([{ at: 1 }, { at: 2 }])
  expect(keep([{ at: 1 }, { at: 2 }])).toBe(first)
  const longer = keep([{ at: 1 }, { at: 2 }, { at: 3 }])
  expect(longer).toEqual([{ at: 1 }, { at: 2 }, { at: 3 }])
  expect(longer[0]).toBe(first[0])
  const shorter = keep([{ at: 1 }, { at: 5 }])
  expect(shorter).toEqual([{ at: 1 }, { at: 5 }])
  expect(shorter[0]).toBe(first[0])
})
