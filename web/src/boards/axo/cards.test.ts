import { describe, expect, it } from 'vitest'
import { cells, deckOf, inPlaces, seenBy, sideOf, turned, under } from './cards'

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
  it('keeps its cards where they lie', () => {
    expect(inPlaces(['01', '02', '03'], ['01', '03'])).toEqual(['01', null, '03'])
    expect(inPlaces(['01', null, '03'], ['01', '03', '09'])).toEqual(['01', '09', '03'])
  })

  it('starts from the left', () => {
    expect(inPlaces([], ['05', '06'])).toEqual(['05', '06', null])
  })
})
