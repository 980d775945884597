import { describe, expect, it } from 'vitest'
import { bounds, nearest, symbolAt, turned } from './geometry'

describe('a tile', () => {
  it('turns clockwise', () => {
    expect(turned('RGBO', 0)).toBe('RGBO')
    expect(turned('RGBO', 1)).toBe('ORGB')
    expect(turned('RGBO', 3)).toBe('GBOR')
  })

  it('has its corners clockwise from the top left', () => {
    expect([0, 1, 2, 3].map((corner) => symbolAt(corner).map((at) => at > 50))).toEqual([
      [false, false],
      [true, false],
      [true, true],
      [false, true],
    ])
  })
})

it('shows every cell', () => {
  expect(bounds([{ x: -1, y: 0 }, { x: 2, y: 3 }], 10)).toEqual({ x: -110, y: -10, width: 420, height: 420 })
})

describe('arrow keys', () => {
  const cells = [{ x: 0, y: 0 }, { x: 2, y: 0 }, { x: 1, y: 3 }]

  it('go to the nearest cell that way', () => {
    expect(nearest(cells, { x: 0, y: 0 }, 1, 0)).toEqual({ x: 2, y: 0 })
    expect(nearest(cells, { x: 2, y: 0 }, 0, 1)).toEqual({ x: 1, y: 3 })
  })

  it('stay where nothing lies that way', () => {
    expect(nearest(cells, { x: 2, y: 0 }, 0, -1)).toBeNull()
  })
})
