import { describe, expect, it } from 'vitest'
import { frames, path } from './flights'

describe('a point on its way', () => {
  const screen = { width: 400, height: 800 }

  it('begins where it was made and ends at its track', () => {
    const way = path({ x: 10, y: 10 }, { x: 300, y: 500 }, screen)
    expect(way[0]).toEqual({ x: 10, y: 10 })
    expect(way.at(-1)).toEqual({ x: 300, y: 500 })
  })

  it('stays in sight', () => {
    expect(path({ x: 10, y: 10 }, { x: 100, y: 2000 }, screen).at(-1)).toEqual({ x: 100, y: 792 })
  })
})

describe('a flock', () => {
  it('sets out one by one, and all of it lasts equally long', () => {
    const way = path({ x: 0, y: 100 }, { x: 100, y: 100 }, { width: 400, height: 800 })
    const first = frames(way, { after: 0, lasts: 200, all: 300 })
    const second = frames(way, { after: 100, lasts: 200, all: 300 })
    for (const all of [first, second]) {
      expect(all.map(({ offset }) => offset)).toEqual(all.map(({ offset }) => offset).toSorted((one, other) => Number(one) - Number(other)))
      expect([all[0], all.at(-1)]).toMatchObject([{ offset: 0, opacity: 0 }, { offset: 1, opacity: 0 }])
    }
    expect(first.filter(({ opacity }) => opacity !== 0).map(({ offset }) => offset)).toMatchObject({ 0: 0, 8: 200 / 300 })
    expect(second.filter(({ opacity }) => opacity !== 0).map(({ offset }) => offset)).toMatchObject({ 0: 100 / 300, 8: 1 })
  })
})
