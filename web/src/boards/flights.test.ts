import { describe, expect, it } from 'vitest'
import { path } from './flights'

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
