import { expect, it, vi } from 'vitest'
import type { AxioEvent, AxioView, RotaEvent } from '../lib/types'
import { coloursOf, pointsOf as axioPoints, reasonsOf as axioReasons } from './axio/points'
import { points } from './tracks/colours'
import { pointsOf as rotaPoints, reasonsOf as rotaReasons } from './rota/points'

vi.mock('../lib/i18n/index.svelte', () => ({
  t: (key: string, values: object = {}) => [key, ...Object.values(values)].join(' '),
}))

it('a point of Rota comes from the corner that matches', () => {
  const events: RotaEvent[] = [
    {
      kind: 'scored',
      seat: 0,
      points: { R: 2 },
      tracks: [2, 0, 0, 0, 0],
      corners: [{ corner: 0, colour: 'R', sources: [[1, 0, 2], [0, 1, 0]] }],
    },
  ]
  expect(rotaReasons(events)).toEqual(['fromCorner colourR 2 corner0 1,0 · 0,1'])
  expect(rotaPoints(events)).toEqual([
    { colour: 'R', x: 183, y: 83 },
    { colour: 'R', x: 17, y: 117 },
  ])
})

it('points of Axio come from the line and from what lies around a pyramid', () => {
  const view = { printed: [[0, 0, 'R']], tiles: [{ tile: 'GB', at: [2, 0], to: 'E' }] } as unknown as AxioView
  const events: AxioEvent[] = [
    { kind: 'pyramid', seat: 0, at: [1, 0], from: null, sources: [[0, 0], [2, 0], [1, 1]] },
    { kind: 'scored', seat: 0, points: {}, tracks: [], runs: [{ colour: 'B', half: [3, 0], to: 'E', sources: [[4, 0]] }] },
  ]
  expect(axioReasons(events, coloursOf(view))).toEqual(['fromPyramid 1,0 colourR, colourG', 'fromLine colourB 1 3,0 wayE'])
  const given = axioPoints(events, coloursOf(view))
  expect(given.map(({ colour, x }) => `${colour}${x}`)).toEqual(['R50', 'G250', 'B450'])
})

it('a gain is points by colour, of one digit or more', () => {
  expect(points('R2B1')).toEqual({ R: 2, B: 1 })
  expect(points('R12B1')).toEqual({ R: 12, B: 1 })
  expect(points('')).toEqual({})
})
