import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Staging } from './staging.svelte'

const pace = vi.hoisted(() => ({ isStill: false, by: 1, skip: (): void => undefined }))
vi.mock('./motion', () => {
  const BEATS = { lift: 32, ready: 260, land: 360, corners: 440, cornerApart: 120, done: 1200 }
  const ms = (beat: keyof typeof BEATS | number): number => (typeof beat === 'number' ? beat : BEATS[beat]) * pace.by
  const onskip = (end: () => void): (() => void) => {
    pace.skip = end
    return () => (pace.skip = () => undefined)
  }
  return { BEATS, motion: { ms, onskip, get isStill() { return pace.isStill } } }
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => Object.assign(pace, { isStill: false, by: 1 }))

const shown = ({ isComing, lit, isOn }: Staging): [boolean, number, boolean] => [isComing, lit, isOn]

describe('a step on a board', () => {
  it('comes, lies, and lights up one by one', () => {
    const staging = new Staging()
    staging.play(2, false)
    expect(shown(staging)).toEqual([true, 0, true])
    vi.advanceTimersByTime(360)
    expect(shown(staging)).toEqual([false, 0, true])
    vi.advanceTimersByTime(80)
    expect(staging.lit).toBe(1)
    vi.advanceTimersByTime(120)
    expect(staging.lit).toBe(2)
    vi.advanceTimersByTime(1000)
    expect(shown(staging)).toEqual([false, 0, false])
  })

  it('does not come where it was tried, and scores at once', () => {
    const staging = new Staging()
    staging.play(1, true)
    expect(staging.isComing).toBe(false)
    vi.advanceTimersByTime(80)
    expect(staging.lit).toBe(1)
  })

  it('stands lit for a while where nothing moves', () => {
    pace.isStill = true
    const staging = new Staging()
    staging.play(3, false)
    expect(shown(staging)).toEqual([false, 3, true])
    vi.advanceTimersByTime(1199)
    expect(staging.lit).toBe(3)
    vi.advanceTimersByTime(1)
    expect(staging.isOn).toBe(false)
  })

  it('is over when the next one begins', () => {
    const staging = new Staging()
    staging.play(3, false)
    staging.play(0, false)
    vi.advanceTimersByTime(700)
    expect(staging.lit).toBe(0)
  })

  it('has its lights drawn before they come on, and says when they do', () => {
    const staging = new Staging()
    staging.play(2, false)
    expect([staging.isFlying, staging.isLit]).toEqual([false, false])
    vi.advanceTimersByTime(32)
    expect(staging.isFlying).toBe(true)
    vi.advanceTimersByTime(228)
    expect(staging.isLit).toBe(true)
    expect([0, 1, 2].map((light) => staging.coming(light))).toEqual([{ after: 180, all: 940 }, { after: 300, all: 940 }, undefined])
    staging.stop()
    expect(staging.coming(0)).toBeUndefined()
  })

  it('is quicker when others wait', () => {
    pace.by = 0.5
    const staging = new Staging()
    staging.play(1, false)
    vi.advanceTimersByTime(180)
    expect(staging.isComing).toBe(false)
  })

  it('is at its end when it is skipped', () => {
    const staging = new Staging()
    staging.play(2, false)
    pace.skip()
    expect(shown(staging)).toEqual([false, 0, false])
  })
})
