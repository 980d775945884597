import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const kept = vi.hoisted(() => ({ speed: 'normal' }))
vi.mock('../../lib/settings.svelte', () => ({ settings: { kept } }))
vi.mock('svelte/reactivity', () => ({ MediaQuery: class { current = false } }))
const { BEATS } = await import('../motion')
const { Sliding } = await import('./sliding.svelte')

beforeEach(() => {
  vi.useFakeTimers()
  kept.speed = 'normal'
})
afterEach(() => vi.useRealTimers())

describe('tokens', () => {
  it('count what they pass while they slide, and no other does', () => {
    const sliding = new Sliding([1, 4, 2])
    sliding.to([3, 4, 2])
    vi.advanceTimersByTime(BEATS.slide - 1)
    expect([sliding.levels, sliding.counts, sliding.lasts]).toEqual([[1, 4, 2], [1, 4, 2], 0])
    vi.advanceTimersByTime(1)
    expect([sliding.levels, sliding.counts, sliding.lasts]).toEqual([[3, 4, 2], [1, 4, 2], BEATS.done - BEATS.slide])
    const seen = new Set<number | undefined>()
    for (let ms = 0; ms < BEATS.done - BEATS.slide; ms += 10) {
      seen.add(sliding.counts[0])
      vi.advanceTimersByTime(10)
    }
    expect([...seen]).toEqual([1, 2, 3])
    expect([sliding.counts, sliding.lasts]).toEqual([[3, 4, 2], 0])
  })

  it('go on from where they are when more comes before they have moved', () => {
    const sliding = new Sliding([1])
    sliding.to([2])
    vi.advanceTimersByTime(BEATS.slide - 1)
    sliding.to([4])
    vi.advanceTimersByTime(BEATS.slide)
    expect(sliding.counts).toEqual([1])
    vi.advanceTimersByTime(BEATS.done - BEATS.slide)
    expect(sliding.counts).toEqual([4])
  })

  it('are there at once when what was is shown again, without motion, and when all is skipped', () => {
    const sliding = new Sliding([3])
    sliding.to([2])
    expect([sliding.levels, sliding.counts, sliding.lasts]).toEqual([[2], [2], 0])
    sliding.to([5])
    sliding.rest()
    expect([sliding.levels, sliding.counts, sliding.lasts]).toEqual([[5], [5], 0])
    kept.speed = 'off'
    sliding.to([6])
    expect([sliding.levels, sliding.counts, sliding.lasts]).toEqual([[6], [6], 0])
    expect(vi.getTimerCount()).toBe(0)
  })
})
