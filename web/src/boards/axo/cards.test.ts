import { describe, expect, it } from 'vitest'
import type { AxoEvent } from '../../lib/types'
import { cells, deckOf, inPlaces, marksIn, movedUp, seenBy, sideFrom, sideOf, turned, under } from './cards'

const sorted = (shape: [number, number][]) => [...shape].sort(([a, b], [c, d]) => b - d || a - c)

describe('a polyomino', () => {
  const corner = cells(['##', '#.', '#.'])

  it('turns clockwise about its box', () => {
    expect(sorted(turned(corner, 1))).toEqual(sorted(cells(['###', '..#'])))
    expect(sorted(turned(corner, -1))).toEqual(sorted(cells(['#..', '###'])))
    expect(sorted(turned(corner, 4))).toEqual(sorted(corner))
  })

  it('is seen turned counter-clockwise from the next side clockwise', () => {
    expect(sorted(seenBy(['##', '#.', '#.'], 0, 1))).toEqual(sorted(turned(corner, -1)))
    expect(sorted(seenBy(['##', '#.', '#.'], 2, 2))).toEqual(sorted(corner))
  })

  it('covers sections', () => {
    expect(under(cells(['##', '#.']), 1, 1).sort()).toEqual([4, 5, 7])
  })
})

it('has the standard deck unless the table has its own', () => {
  expect(deckOf({}).size).toBe(54)
  expect(deckOf({ pieces: { cards: [{ id: '01', shape: ['###'], grid: [], effect: null }] } }).size).toBe(1)
})

it('seats Simona at the side that was chosen', () => {
  expect([sideOf(null, { simona: 'left' }), sideOf(null, { simona: 'right' }), sideOf(2, {})]).toEqual([1, 3, 2])
})

describe('an area', () => {
  it('has its cards in the order of the view, whatever was seen before', () => {
    expect(inPlaces(['48', '01', '04'])).toEqual(['48', '01', '04'])
    expect(inPlaces(['05', '06'])).toEqual(['05', '06', null])
  })
})

it('one’s own marks are told twice and count once', () => {
  const made = { what: 'mark', card: '12', sections: [[0, 0], [1, 1]], turn: 0 }
  const events = [
    { kind: 'marked', seat: 0, ...made },
    { kind: 'revealed', seat: 0, marks: [made] },
    { kind: 'revealed', seat: 1, marks: [made] },
  ] as AxoEvent[]
  expect(marksIn(events, 0, '12')).toEqual([0, 4])
  expect(marksIn(events, 0, '13')).toEqual([])
})

it('the next seat clockwise sits at one’s left', () => {
  expect([1, 2, 3].map((seat) => sideFrom(seat, 0))).toEqual([1, 2, 3])
  expect([0, 2].map((seat) => sideFrom(seat, 1))).toEqual([3, 1])
})

it('knows which cards have moved up', () => {
  expect(movedUp(['01', '02', '03'], ['02', '03', null])).toEqual([{ from: 1, to: 0 }, { from: 2, to: 1 }])
  expect(movedUp(['02', '03', null], ['02', '03', '04'])).toEqual([])
  expect(movedUp([], ['01', '02', '03'])).toEqual([])
})
