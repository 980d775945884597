import { beforeEach, expect, it, vi } from 'vitest'
import type { GameParts, Moment } from '../boards/game'
import { feelMoment, feelStep } from './feel'
import { play, tremble } from './sound'

vi.mock('./sound', () => ({ play: vi.fn(), tremble: vi.fn(), hush: vi.fn(), listen: vi.fn() }))
vi.mock('./settings.svelte', () => ({ settings: { kept: { speed: 'normal' } } }))

beforeEach(() => {
  vi.clearAllMocks()
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
})

const KINDS: Moment['kind'][] = ['full', 'ring', 'card', 'rise', 'lastRound', 'win', 'best']

it.each(KINDS)('%s is heard and felt', (kind) => {
  feelMoment({ kind, seat: 1, colour: 'R' }, 100, 1)
  expect(vi.mocked(play).mock.calls[0]?.[0].length).toBeGreaterThan(0)
  vi.advanceTimersByTime(100)
  expect(tremble).toHaveBeenCalledOnce()
})

it('what others achieve is heard, and what is everybody’s is felt', () => {
  const moments: Moment[] = [{ kind: 'card', seat: 0 }, { kind: 'lastRound', seat: null }]
  feelStep([], moments, {} as GameParts, 1)
  vi.advanceTimersByTime(3000)
  expect(play).toHaveBeenCalledTimes(2)
  expect(tremble).toHaveBeenCalledOnce()
})
