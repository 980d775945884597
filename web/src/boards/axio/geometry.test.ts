import { describe, expect, it } from 'vitest'
import { badgeOf, body, facet, halves, isRestricted, key, notation, pyramids, spaces, SYMBOL } from './geometry'

describe('notation', () => {
  it('names the first half and the way to the second', () => {
    expect(notation('RG', { x: -1, y: 3 }, 'N')).toBe('RG@-1,3>N')
    expect(halves('RG@-1,3>N')).toEqual({ tile: 'RG', at: { x: -1, y: 3 }, to: 'N', end: { x: -1, y: 2 } })
  })

  it('writes a double to the east or south', () => {
    expect(notation('RR', { x: 0, y: 0 }, 'N')).toBe('RR@0,-1>S')
    expect(notation('RR', { x: 0, y: 0 }, 'W')).toBe('RR@-1,0>E')
    expect(notation('RR', { x: 0, y: 0 }, 'S')).toBe('RR@0,0>S')
  })

  it('is not read out of other words', () => {
    expect(halves('exchange')).toBeNull()
  })
})

it('a board has its middle at 0,0', () => {
  expect(spaces(3)).toHaveLength(9)
  expect(spaces(3)[4]).toEqual({ x: 0, y: 0 })
})

it('a body covers both halves whichever way it lies', () => {
  expect(body({ x: 0, y: 0 }, 'W', 0)).toEqual(body({ x: -1, y: 0 }, 'E', 0))
})

it('a side of a pyramid is tinted by the colour that it faces', () => {
  const { paid } = pyramids([{ x: 0, y: 0 }], new Map([['0,-1', 'R'], ['1,0', 'G']]))
  expect(paid.map(([colour]) => colour).sort()).toEqual(['G', 'R'])
  expect(facet({ x: 0, y: 0 }, 'N')).toBe('M14 14L86 14L50 50z')
})

it('less is offered than there is room for when a first tile has to begin somewhere', () => {
  const all = spaces(3)
  const free = (): boolean => false
  expect(isRestricted(all, free, new Set(['0,0', '1,0']))).toBe(true)
  expect(isRestricted(all, free, new Set(all.map(key)))).toBe(false)
})

it('the number of a line covers no symbol of the tile, however small the board is', () => {
  const beam = { half: { x: 0, y: 0 }, sources: [{ x: 1, y: 0 }] }
  expect(badgeOf(beam, 20)).toEqual({ x: 100, y: 50 })
  const radius = 46
  expect(badgeOf(beam, radius).x - radius).toBeGreaterThanOrEqual(50 + SYMBOL)
})
