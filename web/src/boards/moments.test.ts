import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { AxioEvent, AxioView, AxoEvent, AxoView, RotaEvent, RotaView } from '../lib/types'

vi.mock('../lib/settings.svelte', () => ({ settings: { kept: { language: 'en' } } }))
vi.mock('../lib/games.svelte', () => ({ scoreOf: () => ({ kind: 'tracks', top: 12 }) }))

let rota: typeof import('./rota/moments')
let axio: typeof import('./axio/moments')
let axo: typeof import('./axo/moments')
let tracks: typeof import('./tracks/moments')
beforeAll(async () => {
  rota = await import('./rota/moments')
  axio = await import('./axio/moments')
  axo = await import('./axo/moments')
  tracks = await import('./tracks/moments')
})

const NAMES = ['You', 'Bot']
const placed: RotaEvent = { kind: 'placed', seat: 0, tile: 'RGBO', at: [2, 1], turn: 0, name: null }
const scored = (corners: object[], after = [3, 3, 3, 3, 3], points: Record<string, number> = {}): RotaEvent =>
  ({ kind: 'scored', seat: 0, corners, points, tracks: after }) as RotaEvent
const three = [[1, 1, 1], [1, 0, 2], [2, 0, 3]]
const view = (more: object = {}): RotaView =>
  ({ game: 'rota', seat: 0, players: 2, stacks: [3, 3], standings: null, tracks: [], ...more }) as unknown as RotaView
const kinds = (events: RotaEvent[], seen = view()): string[] => rota.moments(events, seen, NAMES).map(({ kind }) => kind)

describe('a circle of four alike', () => {
  it('closes where three others have the corner’s colour', () => {
    const events = [placed, scored([{ corner: 0, colour: 'R', sources: three }, { corner: 2, colour: 'B', sources: [[3, 1, 0]] }])]
    expect(rota.ringsOf(events)).toEqual([{ colour: 'R', x: 200, y: 100 }])
    expect(kinds(events)).toEqual(['ring'])
  })

  it('is not one where the colour is only named', () => {
    const named: RotaEvent = { ...placed, tile: '-RGB', name: 'R' } as RotaEvent
    expect(rota.ringsOf([named, scored([{ corner: 0, colour: 'R', sources: three }])])).toEqual([])
  })
})

describe('a full track', () => {
  const full: RotaEvent = { kind: 'axio', seat: 0, colours: ['R'] }

  it('brings a turn, and a word', () => {
    expect(kinds([placed, full])).toEqual(['full'])
    expect(rota.moments([full], view({ seat: 1 }), NAMES)[0]).toMatchObject({ title: 'AXIO', line: 'one more turn for You' })
  })

  it('does not where the turn is lost, or the game is won at once', () => {
    expect(kinds([full, { kind: 'extra_lost', seat: 0, count: 1 }])).toEqual([])
    expect(kinds([full, { kind: 'over', standings: [[0], [1]] }])).toEqual([])
  })
})

describe('the lowest track', () => {
  it('rises when the last of the lowest does', () => {
    expect(tracks.risenTo([3, 4, 3, 5, 3], { R: 1 }, 12)).toBe(3)
    expect(tracks.risenTo([3, 4, 2, 5, 3], { R: 1 }, 12)).toBeNull()
    // What passes the end of a track is lost.
    expect(tracks.risenTo([12, 10, 10, 11, 12], { R: 4 }, 12)).toBeNull()
    expect(tracks.risenTo([12, 12, 12, 12, 12], { R: 4 }, 12)).toBe(12)
  })

  it('is marked for oneself alone', () => {
    const event = scored([], [3, 3, 3, 3, 3], { R: 1 })
    expect(kinds([event])).toEqual(['rise'])
    expect(kinds([event], view({ seat: 1 }))).toEqual([])
  })
})

it('the last round begins when everybody has drawn the last tile', () => {
  const drew: RotaEvent = { kind: 'drew', seat: 1, from: 'stack' }
  expect(kinds([drew], view({ stacks: [0, 0] }))).toEqual(['lastRound'])
  expect(kinds([drew], view({ stacks: [0, 1] }))).toEqual([])
  expect(kinds([placed], view({ stacks: [0, 0] }))).toEqual([])
})

it('the last tile of the bag, and Simona’s last card', () => {
  const drew: AxioEvent = { kind: 'drew', seat: 0, count: 1 } as AxioEvent
  const bag = (count: number): AxioView => ({ game: 'axio', seat: 0, players: 2, bag: count, standings: null, tracks: [] }) as unknown as AxioView
  expect(axio.moments([drew], bag(0), NAMES)).toMatchObject([{ kind: 'lastRound', title: 'The bag is empty' }])
  expect(axio.moments([drew], bag(3), NAMES)).toEqual([])
  const hers: AxoEvent = { kind: 'played', seat: null, card: '01', colour: 'R' } as AxoEvent
  const seen = { seat: 0, simona: 0, standings: null } as unknown as AxoView
  expect(axo.moments([hers], seen, NAMES)).toMatchObject([{ kind: 'lastRound', title: 'Simona’s last card' }])
})

it('a completed card, and two at once', () => {
  const scored = (cards: string[], points: number): AxoEvent => ({ kind: 'scored', seat: 1, cards, extra: 0, points, total: 5 })
  const seen = { seat: 0, simona: null, standings: null } as unknown as AxoView
  expect(axo.moments([scored(['01'], 1)], seen, NAMES)).toMatchObject([{ kind: 'card', count: 1, total: 5, goal: 12, title: 'Card complete', line: 'Bot' }])
  expect(axo.moments([scored(['01', '02'], 3)], seen, NAMES)).toMatchObject([{ count: 3, title: 'Two cards at once' }])
  expect(axo.moments([scored([], 0)], seen, NAMES)).toEqual([])
})
