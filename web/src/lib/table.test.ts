import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Refused } from './api'
import { TableSession } from './table.svelte'
import type { GameEvent, ServerMessage, TableInfo } from './types'

/** A socket whose other end is the test. */
class FakeSocket {
  static readonly OPEN = 1
  static made: FakeSocket[] = []
  readyState = FakeSocket.OPEN
  sent: Record<string, unknown>[] = []
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: (() => void) | null = null

  constructor(readonly url: string) {
    FakeSocket.made.push(this)
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }

  close(): void {
    if (this.readyState !== FakeSocket.OPEN) return
    this.readyState = 3
    this.onclose?.()
  }

  tell(...messages: object[]): void {
    for (const message of messages) this.onmessage?.({ data: JSON.stringify(message) })
  }

  of(type: string): Record<string, unknown>[] {
    return this.sent.filter((message) => message.type === type)
  }
}

const info = { id: 'table', game: 'rota', players: 2, status: 'playing', seats: [{}, {}], to_act: [0] } as unknown as TableInfo
const placed = (x: number): GameEvent => ({ kind: 'placed', seat: 1, tile: 'RGBO', at: [x, 0], turn: 0, name: null })
const welcome = { type: 'welcome', player: 'me', seats: [0], table: info, chat: [], time: 0 }
const state = (number: number, events: GameEvent[] = [], to_act = [0]): object => ({
  type: 'state',
  seat: 0,
  number,
  events,
  view: { game: 'rota', to_act },
  deadlines: [],
})
const moves = (number: number, ...ends: string[]): object => ({
  type: 'moves',
  seat: 0,
  number,
  groups: [['', ends, ends.map(() => '')]],
})

let heard: GameEvent[]
/** Sent on every welcome. */
const looks = { type: 'look', visible: true }
let table: TableSession
let status = 200
const kept = new Map<string, string>()
const listeners = new Map<string, (() => void)[]>()

const newest = (): FakeSocket => FakeSocket.made.at(-1) as FakeSocket

/** The connection breaks, and is up again on a new socket. */
async function reconnect(): Promise<FakeSocket> {
  const before = FakeSocket.made.length
  newest().close()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(FakeSocket.made.length).toBe(before + 1)
  return newest()
}

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.made = []
  status = 200
  kept.clear()
  heard = []
  listeners.clear()
  const listens = {
    addEventListener: (name: string, hear: () => void) => listeners.set(name, [...(listeners.get(name) ?? []), hear]),
    removeEventListener: () => undefined,
  }
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('location', { protocol: 'http:', host: 'here' })
  vi.stubGlobal('window', { early: null })
  vi.stubGlobal('document', { ...listens, visibilityState: 'visible' })
  vi.stubGlobal('addEventListener', listens.addEventListener)
  vi.stubGlobal('removeEventListener', listens.removeEventListener)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  vi.stubGlobal('fetch', async () => ({ status, json: async () => ({ code: 'not_found' }) }))
  table = new TableSession('table', (events) => heard.push(...events))
})

afterEach(() => {
  table.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('what is shown', () => {
  it('is the state with its moves, once they are there', () => {
    newest().tell(welcome, state(3))
    expect(table.connection).toBe('connecting')
    newest().tell(moves(3, 'a', 'b'))
    expect(table.connection).toBe('open')
    expect(table.of(0)?.number).toBe(3)
    expect(table.of(0)?.offers?.moves()).toEqual(['a', 'b'])
  })

  it('does not wait for moves for ever', () => {
    newest().tell(welcome, state(3))
    vi.advanceTimersByTime(250)
    expect([table.connection, table.of(0)?.offers]).toEqual(['open', null])
  })

  it('follows steps from the state before', () => {
    const step = { type: 'step', seat: 0, number: 4, events: [placed(1)], deadlines: [], changed: { turn: 1 }, added: { display: [2] } }
    newest().tell(welcome, { ...state(3), view: { game: 'rota', to_act: [0], turn: 0, display: [1] } }, moves(3, 'a'))
    newest().tell({ ...step, moves: [['', 'b c', 'R1 ']] })
    expect(table.of(0)?.view).toEqual({ game: 'rota', to_act: [0], turn: 1, display: [1, 2] })
    expect(table.of(0)?.offers?.moves()).toEqual(['b', 'c'])
    newest().tell({ ...step, number: 5, changed: { to_act: [1] }, added: {} })
    expect([table.of(0)?.view.to_act, table.of(0)?.offers]).toEqual([[1], null])
    expect(heard).toEqual([placed(1), placed(1)])
    expect(newest().of('sync')).toEqual([])
    newest().tell({ ...step, seat: 1 })
    expect(newest().of('sync')).toHaveLength(1)
  })

  it('is asked for as a whole when a step does not follow it', () => {
    const step = { type: 'step', seat: 0, events: [], deadlines: [], changed: {}, added: { display: [2] } }
    newest().tell(welcome, { ...state(3), view: { game: 'rota', to_act: [0], display: [1] } })
    newest().tell({ ...step, number: 3 }, { ...step, number: 5 })
    expect([table.of(0)?.number, table.of(0)?.view]).toEqual([3, { game: 'rota', to_act: [0], display: [1] }])
    expect(newest().of('sync')).toHaveLength(2)
  })

  it('comes by one socket alone, however often a connection is looked for', async () => {
    newest().close()
    for (const name of ['online', 'visibilitychange']) for (const hear of listeners.get(name) ?? []) hear()
    await vi.advanceTimersByTimeAsync(10_000)
    const [one, other] = FakeSocket.made.slice(-2) as [FakeSocket, FakeSocket]
    const first = { ...state(3), view: { game: 'rota', to_act: [0], display: [1] } }
    const step = { type: 'step', seat: 0, number: 4, events: [], deadlines: [], changed: {}, added: { display: [2] } }
    for (const socket of [one, other]) socket.tell(welcome, first)
    for (const socket of [one, other]) socket.tell(step)
    expect(table.of(0)?.view).toEqual({ game: 'rota', to_act: [0], display: [1, 2] })
    expect([one, other].filter(({ readyState }) => readyState === FakeSocket.OPEN)).toEqual([other])
    expect(other.of('sync')).toEqual([])
  })

  it('takes no moves of another state', () => {
    newest().tell(welcome, state(3), moves(3, 'a'), state(4, [placed(1)]), moves(3, 'old'))
    expect(table.of(0)?.offers).toBeNull()
    newest().tell(moves(4, 'new'))
    expect(table.of(0)?.offers?.moves()).toEqual(['new'])
  })

  it('keeps a decision while others go on, and drops it when something has happened', () => {
    newest().tell(welcome, state(3, [placed(1)]), moves(3, 'a'), state(3))
    expect(table.of(0)?.offers?.moves()).toEqual(['a'])
    expect(table.of(0)?.events).toEqual([placed(1)])
    newest().tell(state(4, [placed(2)]))
    expect(table.of(0)?.offers).toBeNull()
    newest().tell(moves(4, 'b'), state(4, [], [1]))
    expect(table.of(0)?.offers).toBeNull()
  })

  it('is announced once', () => {
    newest().tell(welcome, state(3, [placed(1)]), moves(3, 'a'), state(3))
    expect(heard).toEqual([placed(1)])
    expect(table.steps.map(({ number }) => number)).toEqual([3])
  })

  it('is of the seats that one has', () => {
    newest().tell(welcome, state(3, [], [1]), { ...state(3, [], [1]), seat: 1 })
    expect(table.shown.map(({ seat }) => seat)).toEqual([0, 1])
    newest().tell({ type: 'table', seats: [1], table: info })
    expect(table.shown.map(({ seat }) => seat)).toEqual([1])
  })
})

describe('a move', () => {
  beforeEach(() => newest().tell(welcome, state(3), moves(3, 'a')))

  it('names its seat, its state and itself, and is answered', async () => {
    const made = table.move(0, 3, 'a')
    const [sent] = newest().of('move')
    expect(sent).toEqual({ type: 'move', id: expect.any(String), seat: 0, number: 3, move: 'a' })
    newest().tell({ type: 'accepted', id: 'another', seat: 0, number: 9 }, { type: 'accepted', id: sent?.id, seat: 0, number: 4 })
    expect(await made).toBe(4)
  })

  it('is refused with a code', async () => {
    const made = table.move(0, 3, 'a').catch((error: unknown) => error)
    newest().tell({ type: 'refused', id: newest().of('move')[0]?.id, code: 'stale', message: 'too late' })
    const error = await made
    expect(error).toBeInstanceOf(Refused)
    expect((error as Refused).code).toBe('stale')
  })

  it('has an id of its own', () => {
    void table.move(0, 3, 'a')
    void table.move(0, 3, 'a')
    expect(new Set(newest().of('move').map(({ id }) => id)).size).toBe(2)
  })

  it('in flight when the connection breaks is sent once more, as it was', async () => {
    const made = table.move(0, 3, 'a')
    const [first] = newest().of('move')
    const second = await reconnect()
    expect(second.of('move')).toEqual([])
    second.tell(welcome, state(3), moves(3, 'a'))
    expect(second.of('move')).toEqual([first])
    second.tell({ type: 'accepted', id: first?.id, seat: 0, number: 4 })
    expect(await made).toBe(4)
    const third = await reconnect()
    third.tell(welcome, state(4), moves(4, 'b'))
    expect(third.of('move')).toEqual([])
  })

  it('made while there is no connection is sent when there is one', async () => {
    newest().close()
    expect(table.connection).toBe('lost')
    const made = table.move(0, 3, 'a')
    await vi.advanceTimersByTimeAsync(10_000)
    newest().tell(welcome, state(3), moves(3, 'a'))
    expect(newest().of('move')).toHaveLength(1)
    newest().tell({ type: 'accepted', id: newest().of('move')[0]?.id, seat: 0, number: 4 })
    expect(await made).toBe(4)
  })

  it('that was pending may be refused after the break', async () => {
    const made = table.move(0, 3, 'a').catch((error: Refused) => error.code)
    const second = await reconnect()
    second.tell(welcome, state(5), moves(5, 'b'))
    second.tell({ type: 'refused', id: second.of('move')[0]?.id, code: 'stale', message: '' })
    expect(await made).toBe('stale')
  })

  it('is all that is sent again: other questions fail with the connection', async () => {
    const asked = [table.preview(0, 'a'), table.hint(0)].map((one) => one.catch((error: Refused) => error.code))
    const second = await reconnect()
    expect(await Promise.all(asked)).toEqual(['offline', 'offline'])
    second.tell(welcome, state(3), moves(3, 'a'))
    expect(second.sent).toEqual([looks])
  })
})

it('a player who looks says so, a spectator does not', () => {
  newest().tell(welcome, state(3), moves(3, 'a'))
  expect(newest().sent).toEqual([looks])
  newest().sent.length = 0
  newest().tell({ ...welcome, seats: [] })
  expect(newest().sent).toEqual([])
})

it('answers go to whoever asked', async () => {
  newest().tell(welcome, state(3), moves(3, 'a', 'b'))
  const [one, two] = [table.preview(0, 'a'), table.preview(0, 'b')]
  const ids = newest().of('preview').map(({ id }) => id)
  const answer = (index: number, x: number): object => ({ type: 'preview', id: ids[index], seat: 0, number: 3, events: [placed(x)] })
  newest().tell(answer(1, 2), answer(0, 1))
  expect([await one, await two]).toEqual([[placed(1)], [placed(2)]])
})

it('what spectators said comes with the rest when the game is over', () => {
  const over = { type: 'table', seats: [0], table: { ...info, status: 'over' } }
  newest().tell(welcome, state(3), moves(3, 'a'), over, over)
  expect(newest().sent).toEqual([looks, { type: 'sync' }])
  const line = { room: 'spectators', player: 'one', name: 'One', text: 'Well played', at: 0 }
  newest().tell({ ...welcome, table: over.table, chat: [line] }, state(3, [], []))
  expect([table.chat, table.steps]).toEqual([[line], []])
})

describe('after a break', () => {
  const step = (number: number): object => ({ number, events: [placed(number)] })

  beforeEach(() => newest().tell(welcome, state(3, [placed(3)]), moves(3, 'a')))

  it('the same state is the same decision, and nothing is asked for', async () => {
    const second = await reconnect()
    expect(table.of(0)?.offers?.moves()).toEqual(['a'])
    second.tell(welcome, state(3), moves(3, 'a'))
    expect([table.connection, table.of(0)?.events]).toEqual(['open', [placed(3)]])
    expect(second.sent).toEqual([looks])
  })

  it('the steps between are asked for, and stand in the log in order', async () => {
    const second = await reconnect()
    second.tell(welcome, state(6), moves(6, 'b'))
    const [asked] = second.of('missed')
    expect(asked).toMatchObject({ seat: 0, number: 3 })
    second.tell(state(7, [placed(7)]))
    second.tell({ type: 'missed', id: asked?.id, seat: 0, steps: [step(4), step(5), step(6)] } as unknown as ServerMessage)
    await vi.advanceTimersByTimeAsync(0)
    expect(table.missed.map(({ number }) => number)).toEqual([4, 5, 6])
    expect(table.steps.map(({ number }) => number)).toEqual([3, 4, 5, 6, 7])
    expect(table.of(0)?.number).toBe(7)
  })

  it('a step that came with its state stands in the log once', async () => {
    const second = await reconnect()
    second.tell(welcome, state(6, [placed(6)]), moves(6, 'b'))
    const [asked] = second.of('missed')
    second.tell({ type: 'missed', id: asked?.id, seat: 0, steps: [step(4), step(5), step(6)] } as unknown as ServerMessage)
    await vi.advanceTimersByTimeAsync(0)
    expect(table.steps.map(({ number }) => number)).toEqual([3, 4, 5, 6])
  })

  it('a single step that was missed is asked for, too', async () => {
    const second = await reconnect()
    second.tell(welcome, state(4), moves(4, 'b'))
    expect(second.of('missed')).toMatchObject([{ seat: 0, number: 3 }])
  })

  it('a state that follows the last one needs nothing more', async () => {
    const second = await reconnect()
    second.tell(welcome, state(4, [placed(4)]), moves(4, 'b'))
    expect(second.of('missed')).toEqual([])
    expect(table.steps.map(({ number }) => number)).toEqual([3, 4])
  })

  it('and a page that was closed, what was missed meanwhile is asked for', () => {
    table.close()
    table = new TableSession('table', () => undefined)
    newest().tell(welcome, state(5), moves(5, 'b'))
    expect(newest().of('missed')).toMatchObject([{ seat: 0, number: 3 }])
  })

  it('a table that is gone says so, and is not asked for again', async () => {
    status = 404
    const made = FakeSocket.made.length
    newest().close()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([table.connection, table.refusal, FakeSocket.made.length]).toEqual(['refused', 'not_found', made])
  })
})

it('a table that one has left stays closed', async () => {
  newest().tell(welcome, state(3), moves(3, 'a'))
  table.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(FakeSocket.made).toHaveLength(1)
})
