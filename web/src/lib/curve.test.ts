import { expect, it } from 'vitest'
import { scales, smooth, ticks } from './curve'

const FRAME = { width: 120, height: 70, left: 10, right: 10, top: 10, bottom: 10 }

it('places and values lie in the frame, and a point leads back to its place', () => {
  const { x, y, at } = scales(FRAME, 10, 1)
  expect([x(0), x(10), y(1), y(0), y(0.5), y(2)]).toEqual([10, 110, 10, 60, 35, 10])
  for (const place of [0, 3, 10]) expect(at(x(place) + 3)).toBe(place)
  expect([at(-50), at(500)]).toEqual([0, 10])
})

it('a line never swings beyond its points', () => {
  const points = [0, 40, 40, 5, 60, 61, 0].map((y, at) => ({ x: 30 * at, y }))
  const path = smooth(points)
  const heights = [...path.matchAll(/C(\S+) (\S+) (\S+) (\S+) (\S+) ([^C]+)/g)].map((found) => [2, 4, 6].map((at) => Number(found[at])))
  expect(heights).toHaveLength(6)
  heights.forEach((own, at) => {
    const [low, high] = [Math.min(points[at]!.y, points[at + 1]!.y), Math.max(points[at]!.y, points[at + 1]!.y)]
    for (const y of own) expect(y >= low - 0.1 && y <= high + 0.1).toBe(true)
  })
  expect([smooth([]), smooth([{ x: 1, y: 2 }])]).toEqual(['', 'M1 2'])
})

it('numbers have room', () => {
  expect(ticks(12, 20)).toHaveLength(13)
  expect(ticks(120, 20)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120])
})
