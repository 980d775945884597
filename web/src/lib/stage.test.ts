import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Offers } from './offers'
import type { Shown } from './table.svelte'
import type { AnyView, GameEvent } from './types'

const kept = vi.hoisted(() => ({ speed: 'normal' }))
vi.mock('./settings.svelte', () => ({ settings: { kept } }))
const { HOLD, MANY, Stage } = await import('./stage.svelte')
const { BEATS, motion } = await import('../boards/motion')

const placed = (seat: number): GameEvent => ({ kind: 'placed', seat, tile: 'RGBO', at: [0, 0], turn: 0, name: null })
const scored = (seat: number): GameEvent => ({ kind: 'scored', seat, corners: [], points: { R: 2 }, tracks: [] })
const drew = (seat: number): GameEvent => ({ kind: 'drew', seat, from: 'stack' })

let live: Map<number | null, Shown>
let stage: InstanceType<typeof Stage>
let heard: { numbers: number[]; isSkipped: boolean }[]
let hears: Record<string, () => void>
const page = { hidden: false }

function state(number: number, events: GameEvent[] = [], seat = 0): Shown {
  return { seat, number, events, view: { players: 4, to_act: [] } as unknown as AnyView, deadlines: [], offers: null }
}

/** What the server sends: the newest state is known at once. */
function arrives(number: number, events: GameEvent[] = [placed(1)], { seat = 0, follows = true } = {}): void {
  const next = state(number, events, seat)
  live.set(seat, next)
  stage.receive(events, next, follows)
}

const at = (): number | undefined => stage.shown?.number

beforeEach(() => {
  vi.useFakeTimers()
  kept.speed = 'normal'
  page.hidden = false
  hears = {}
  vi.stubGlobal('document', {
    get hidden() {
      return page.hidden
    },
    addEventListener: (name: string, hear: () => void) => (hears[name] = hear),
    removeEventListener: (name: string) => delete hears[name],
  })
  live = new Map()
  heard = []
  stage = new Stage({
    live: (seat) => live.get(seat) ?? null,
    isSeen: (events) => events.some(({ kind }) => kind !== 'drew'),
    longer: () => 0,
    onsteps: (steps, isSkipped) => heard.push({ numbers: steps.map(({ number }) => number), isSkipped }),
  })
  stage.look(0)
  arrives(1, [], { follows: false })
})

afterEach(() => {
  stage.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('steps', () => {
  it('come on one after the other, each for its time', () => {
    arrives(2)
    arrives(3, [placed(2), scored(2)])
    arrives(4)
    expect(at()).toBe(2)
    vi.advanceTimersByTime(HOLD.quiet - 1)
    expect(at()).toBe(2)
    vi.advanceTimersByTime(1)
    expect(at()).toBe(3)
    vi.advanceTimersByTime(HOLD.scoring - 1)
    expect(at()).toBe(3)
    vi.advanceTimersByTime(1)
    // The last piece sets out, and then one may decide.
    expect([at(), stage.isStaging]).toEqual([4, true])
    vi.advanceTimersByTime(BEATS.travel)
    expect([at(), stage.isStaging, stage.isAtRest]).toEqual([4, false, false])
    vi.advanceTimersByTime(BEATS.done)
    expect(stage.isAtRest).toBe(true)
    expect(heard).toEqual([2, 3, 4].map((number) => ({ numbers: [number], isSkipped: false })))
  })

  it('have the events of that step alone', () => {
    arrives(2, [placed(1)])
    arrives(3, [placed(2)])
    expect(stage.shown?.events).toEqual([placed(1)])
    vi.advanceTimersByTime(HOLD.quiet)
    expect(stage.shown?.events).toEqual([placed(2)])
  })

  it('that come late come on at once', () => {
    arrives(2)
    vi.advanceTimersByTime(HOLD.quiet + 10)
    arrives(3)
    expect(at()).toBe(3)
  })

  it('with nothing to see are soon over', () => {
    arrives(2, [drew(1)])
    arrives(3)
    vi.advanceTimersByTime(HOLD.unseen)
    expect(at()).toBe(3)
  })

  it('of which many wait are shown at twice the speed', () => {
    for (let number = 2; number <= MANY + 4; number++) arrives(number)
    // The first came before the others: it has its own time.
    vi.advanceTimersByTime(HOLD.quiet)
    expect([at(), motion.hurry]).toEqual([3, 2])
    vi.advanceTimersByTime(HOLD.quiet / 2)
    expect([at(), motion.hurry]).toEqual([4, 1])
  })

  it('of the opponents and one’s own: the choice is there with the last of them', () => {
    arrives(2)
    arrives(3)
    const offered = { ...state(3, [placed(1)]), offers: new Offers([['', ['a'], ['']]]) }
    live.set(0, offered)
    expect(stage.shown?.offers).toBeNull()
    vi.advanceTimersByTime(HOLD.quiet)
    expect(stage.shown).toBe(offered)
  })

  it('keep what led here when only the turn changes', () => {
    arrives(2, [placed(1)])
    arrives(3, [])
    expect([at(), stage.shown?.events]).toEqual([3, [placed(1)]])
  })

  it('go on at half the time when that is chosen, and at once when nothing is to be shown', () => {
    kept.speed = 'fast'
    arrives(2)
    arrives(3)
    vi.advanceTimersByTime(HOLD.quiet / 2)
    expect(at()).toBe(3)
    kept.speed = 'off'
    arrives(4)
    arrives(5)
    expect([at(), stage.isAtRest]).toEqual([5, true])
  })
})

describe('a skip', () => {
  it('is there at once, and says what was skipped', () => {
    arrives(2)
    arrives(3)
    arrives(4)
    expect(stage.skip()).toBe(true)
    expect([at(), stage.isAtRest, motion.hurry]).toEqual([4, true, 1])
    expect(heard.at(-1)).toEqual({ numbers: [3, 4], isSkipped: true })
    expect(stage.skip()).toBe(false)
    arrives(5)
    expect(at()).toBe(5)
  })
})

describe('whoever looks away', () => {
  it('finds the newest state', () => {
    arrives(2)
    arrives(3)
    page.hidden = true
    hears.visibilitychange?.()
    expect([at(), stage.isAtRest]).toEqual([3, true])
    arrives(4)
    arrives(5)
    expect([at(), stage.isAtRest]).toEqual([5, true])
  })

  it('and was away for longer, too', () => {
    arrives(2)
    arrives(3)
    arrives(9, [], { follows: false })
    expect([at(), stage.isAtRest, stage.shown?.events]).toEqual([9, true, []])
    expect(stage.round).toEqual([])
  })
})

describe('at one screen', () => {
  it('each sees what is there, and may have the round again', () => {
    arrives(1, [], { seat: 1, follows: false })
    arrives(2, [placed(0)])
    arrives(2, [placed(0)], { seat: 1 })
    stage.look(1)
    expect([at(), stage.isAtRest]).toEqual([2, true])
    expect(stage.round.map(({ number }) => number)).toEqual([1, 2])
  })
})

describe('the round', () => {
  it('is shown again from one’s own last move on', () => {
    for (const [number, seat] of [[2, 1], [3, 0], [4, 1], [5, 2]] as const) arrives(number, [placed(seat)])
    stage.skip()
    heard = []
    stage.replay()
    expect([at(), stage.shown?.events, stage.isReplaying]).toEqual([3, [], true])
    vi.advanceTimersByTime(BEATS.land)
    expect(at()).toBe(4)
    // What happens meanwhile waits its turn.
    arrives(6, [placed(3)])
    vi.advanceTimersByTime(HOLD.quiet)
    expect(at()).toBe(5)
    vi.advanceTimersByTime(HOLD.quiet)
    vi.advanceTimersByTime(BEATS.travel)
    expect([at(), stage.isStaging]).toEqual([6, false])
    vi.advanceTimersByTime(BEATS.done)
    expect([stage.isReplaying, stage.isAtRest]).toEqual([false, true])
    expect(heard.map(({ numbers }) => numbers)).toEqual([[4], [5], [6]])
  })

  it('is the last move where nobody else has moved', () => {
    arrives(2, [placed(0)])
    arrives(3, [placed(0)])
    arrives(4, [drew(1)])
    expect(stage.round.map(({ number }) => number)).toEqual([2, 3, 4])
  })
})
