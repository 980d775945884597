import { describe, expect, it } from 'vitest'
import { deciders, inOrder, lead, placesOf } from './ranking'

it('after three shared firsts comes the fourth', () => {
  expect(placesOf([[1, 2, 3], [0]]).map(({ seat, place }) => [seat, place])).toEqual([[1, 1], [2, 1], [3, 1], [0, 4]])
})

describe('what decides a place', () => {
  it('is the lowest track, or the next lowest on a tie', () => {
    const rows = [
      { place: 0, numbers: [4, 6, 7] },
      { place: 1, numbers: [4, 5, 9] },
      { place: 2, numbers: [3, 9, 9] },
    ]
    expect(deciders(rows)).toEqual([1, 0, 0])
  })

  it('is nothing where a place is shared or someone has resigned', () => {
    const same = [
      { place: 0, numbers: [5, 5] },
      { place: 0, numbers: [5, 5] },
    ]
    expect(deciders(same)).toEqual([-1, -1])
    expect(deciders([{ place: 0, numbers: [1] }, { place: 1, numbers: [3], resigned: true }])).toEqual([-1, -1])
    expect(deciders([{ place: 0, numbers: [1] }])).toEqual([-1])
  })
})

it('scores count from the lowest up', () => {
  expect(inOrder([10, 9, 2, 12])).toEqual([2, 9, 10, 12])
  expect([lead([10, 9, 2, 12]), lead([7]), lead([])]).toEqual([2, 7, 0])
})
