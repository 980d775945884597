import { describe, expect, it } from 'vitest'
import { around, beside, bounds, drawn, fit, type Laid, lightsOf, nearest, symbolAt, turned } from './geometry'

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

describe('a display', () => {
  const square = [[0, 0, 'RGBO'], [1, 0, 'RGOB'], [0, 1, 'RBGO'], [1, 1, 'BRGO']] as const
  const tiles = square.map(([x, y, tile]) => ({ x, y, tile, turn: 0 }))

  it('is seen with the cells beside it, whoever is to move', () => {
    expect(beside([{ x: 0, y: 0 }])).toHaveLength(4)
    expect(fit(tiles)).toEqual({ x: -96, y: -96, width: 392, height: 392 })
  })

  it('shines where four corners of one colour meet', () => {
    expect(drawn(tiles).alike).toEqual([{ x: 100, y: 100, colour: 'B' }])
  })

  it('lights the corners that answer a tile', () => {
    const lights = lightsOf({ x: 1, y: 1 }, [
      { corner: 0, colour: 'B', sources: [[0, 0, 2], [1, 0, 3], [0, 1, 1]] },
      { corner: 1, colour: 'R', sources: [] },
    ])
    expect(lights).toEqual([{ x: 1, y: 1, colour: 'B', corners: [0, 2, 3, 1], gain: 3 }])
  })
})

describe('tiles that have just come', () => {
  const laid = (tile: string, x: number, y: number): Laid => ({ tile, turn: 0, x, y })
  const lying = [laid('RRRR', 0, 0), laid('RRRR', 1, 0), laid('RRRR', 0, 1), laid('GGGG', 5, 5)]
  const fresh = laid('RRRR', 1, 1)
  const all = [...lying, fresh]

  it('are drawn alone, with what they close', () => {
    const more = drawn(around(all, [fresh]), [fresh])
    expect(more.faces).toBe(drawn([fresh]).faces)
    expect(more.symbols).toEqual(drawn([fresh]).symbols)
    expect(more.alike).toEqual(drawn(all).alike)
    expect(more.seams.match(/M/g)).toHaveLength(2)
  })

  it('meet only those around them', () => {
    expect(around(all, [fresh])).toEqual([...lying.slice(0, 3), fresh])
  })
})
