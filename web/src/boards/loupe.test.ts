import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Loupe, TARGET } from './loupe.svelte'

beforeEach(() => void vi.useFakeTimers())

describe('a finger on small spaces', () => {
  it('taps as ever', () => {
    const loupe = new Loupe(() => 27)
    loupe.down({ x: 100, y: 100 })
    loupe.move({ x: 103, y: 101 })
    vi.advanceTimersByTime(100)
    expect(loupe.isOpen).toBe(false)
  })

  it('opens a magnifier when it rests or slides', () => {
    const loupe = new Loupe(() => 27)
    loupe.down({ x: 100, y: 100 })
    vi.advanceTimersByTime(200)
    expect([loupe.at, loupe.aim]).toEqual([{ x: 100, y: 100 }, { x: 100, y: 100 }])
    loupe.close()
    loupe.down({ x: 100, y: 100 })
    loupe.move({ x: 120, y: 100 })
    expect(loupe.isOpen).toBe(true)
  })

  it('goes to the next space by the width of a good target', () => {
    const loupe = new Loupe(() => 22)
    loupe.down({ x: 100, y: 100 })
    loupe.move({ x: 100 + TARGET, y: 100 })
    expect(loupe.aim?.x).toBe(122)
  })

  it('needs no magnifier where spaces are large', () => {
    const loupe = new Loupe(() => 60)
    loupe.down({ x: 100, y: 100 })
    loupe.move({ x: 190, y: 100 })
    expect(loupe.isOpen).toBe(false)
  })
})
