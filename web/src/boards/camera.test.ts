import { describe, expect, it, vi } from 'vitest'
import { Camera, unitsAt, type Box } from './camera.svelte'

const FITTED = { x: 0, y: 0, width: 1000, height: 500 }
// Twice as high as the drawing needs: it lies in the middle.
const FRAME = { x: 100, y: 50, width: 500, height: 500 }
const made = (): Camera => new Camera({ fitted: () => FITTED, frame: () => FRAME })

const seenAt = ({ box }: Camera, x: number, y: number): number[] =>
  Object.values(unitsAt({ x, y }, box, FRAME)).map((one) => Math.round(one * 1e6) / 1e6)

/** Frame after frame, until it rests; what changed at most in one of them. */
function settle(camera: Camera, ms = 16): number {
  let most = 0
  for (let frame = 0; frame < 500; frame++) {
    const before = camera.box
    const on = camera.advance(ms)
    most = Math.max(most, Math.abs(camera.box.width / before.width - 1), Math.abs(camera.box.x - before.x) / before.width)
    if (!on) return most
  }
  throw new Error('it never rests')
}

describe('what is in sight of a board', () => {
  it('is all of it at first, and again when it is fitted', () => {
    const camera = made()
    expect([camera.box, camera.isMoved]).toEqual([FITTED, false])
    camera.zoom(0.5, { x: 200, y: 300 })
    expect(camera.isMoved).toBe(true)
    camera.fit()
    settle(camera)
    expect(camera.box).toEqual(FITTED)
  })

  it('keeps what is under the pointer while it is zoomed', () => {
    const camera = made()
    const before = seenAt(camera, 150, 220)
    camera.zoom(0.6, { x: 150, y: 220 })
    expect(camera.box.width).toBeCloseTo(600)
    expect(seenAt(camera, 150, 220)).toEqual(before)
  })

  it('has limits', () => {
    const camera = made()
    camera.zoom(100, { x: 350, y: 300 })
    expect(camera.box.width).toBe(3000)
    camera.zoom(0.0001, { x: 350, y: 300 })
    expect(camera.box.width).toBe(250)
  })

  it('knows what was seen where a finger went down, though it eases on', () => {
    const camera = made()
    camera.follow()
    camera.down(1, { x: 225, y: 300 })
    expect(camera.pressed).toEqual({ x: 250, y: 250 })
    camera.up(1)
    camera.glide(0.5, { x: 225, y: 300 })
    settle(camera)
    expect(camera.pressed).toEqual({ x: 250, y: 250 })
  })

  it('follows a finger, but not one that slips while it taps', () => {
    const camera = made()
    camera.down(1, { x: 300, y: 300 })
    camera.drag(1, { x: 303, y: 302 })
    expect([camera.isMoved, camera.hasDragged]).toEqual([false, false])
    camera.drag(1, { x: 353, y: 302 })
    expect(camera.hasDragged).toBe(true)
    expect(camera.box).toEqual({ ...FITTED, x: -106, y: -4 })
    camera.up(1)
    camera.drag(1, { x: 400, y: 302 })
    expect(camera.box.x).toBe(-106)
  })

  it('is zoomed by two fingers', () => {
    const camera = made()
    camera.down(1, { x: 300, y: 300 })
    camera.down(2, { x: 400, y: 300 })
    camera.drag(2, { x: 500, y: 300 })
    expect(camera.box.width).toBeCloseTo(500)
  })

  it('comes closer after two quick taps in one place, and shows all of it after two more', () => {
    const camera = made()
    camera.tap(1000, { x: 350, y: 300 })
    camera.tap(2000, { x: 350, y: 300 })
    camera.tap(2200, { x: 150, y: 300 })
    expect(camera.isMoved).toBe(false)
    camera.tap(2300, { x: 150, y: 300 })
    settle(camera)
    expect([camera.isMoved, camera.box.width < 500]).toEqual([true, true])
    camera.tap(3000, { x: 350, y: 300 })
    camera.tap(3100, { x: 350, y: 300 })
    settle(camera)
    expect([camera.isMoved, camera.box]).toEqual([false, FITTED])
  })
})

describe('a new fit', () => {
  function fitting(held = { now: false }): { camera: Camera; grow: (by: number) => Box; held: { now: boolean } } {
    let fitted: Box = FITTED
    const camera = new Camera({ fitted: () => fitted, frame: () => FRAME, held: () => held.now })
    camera.follow()
    return { camera, held, grow: (by) => (fitted = { x: -500, y: 0, width: 1000 * by, height: 500 * by }) }
  }

  it('is eased to, by a few per cent in a frame, be frames quick or late', () => {
    for (const ms of [8, 16, 66, 500]) {
      const { camera, grow } = fitting()
      const target = grow(3)
      expect(settle(camera, ms)).toBeLessThan(0.04)
      expect(camera.box).toEqual(target)
    }
  })

  it('is reached soon', () => {
    const { camera, grow } = fitting()
    grow(1.2)
    let frames = 0
    while (camera.advance(16)) frames++
    expect(frames * 16).toBeLessThan(800)
  })

  it('waits for the finger to leave, and for the move that is tried', () => {
    const { camera, grow, held } = fitting()
    const target = grow(1.5)
    camera.down(1, { x: 300, y: 300 })
    expect([camera.advance(16), camera.box]).toEqual([false, FITTED])
    held.now = true
    camera.up(1)
    expect([camera.advance(16), camera.box]).toEqual([false, FITTED])
    held.now = false
    settle(camera)
    expect(camera.box).toEqual(target)
  })

  it('leaves alone what a person has moved', () => {
    const { camera, grow } = fitting()
    camera.zoom(0.5, { x: 350, y: 300 })
    const { box } = camera
    grow(2)
    expect([camera.advance(16), camera.box]).toEqual([false, box])
  })

  it('is left on the way where a finger comes down', () => {
    vi.useFakeTimers()
    const { camera, grow } = fitting()
    const target = grow(1.5)
    camera.follow()
    expect(camera.box, 'what it shows when it has eased').toEqual(target)
    vi.advanceTimersByTime(100)
    camera.down(1, { x: 300, y: 300 })
    expect(camera.box.width).toBeGreaterThan(FITTED.width)
    expect(camera.box.width).toBeLessThan(target.width)
    camera.up(1)
    expect(camera.box).toEqual(target)
    expect(camera.drawn).toEqual(FITTED)
    vi.advanceTimersByTime(2000)
    expect([camera.box, camera.drawn]).toEqual([target, target])
    vi.useRealTimers()
  })

  it('is at once where nothing moves', () => {
    let fitted: Box = FITTED
    const camera = new Camera({ fitted: () => fitted, frame: () => FRAME, still: () => true })
    camera.follow()
    fitted = { ...FITTED, width: 2000 }
    camera.follow()
    expect(camera.box).toEqual(fitted)
  })

  it('moves the board as it was drawn, and has it drawn anew once it rests', () => {
    vi.useFakeTimers()
    const camera = made()
    camera.follow()
    expect(camera.moves(FRAME)).toBe('none')
    camera.zoom(0.5, { x: 350, y: 300 })
    camera.down(1, { x: 300, y: 300 })
    camera.drag(1, { x: 340, y: 280 })
    expect(camera.drawn).toEqual(FITTED)
    expect(camera.moves(FRAME)).toBe('translate(40px, -20px) scale(2)')
    vi.advanceTimersByTime(200)
    expect([camera.drawn, camera.moves(FRAME)]).toEqual([camera.box, 'none'])
    vi.useRealTimers()
  })

  it('tells where a point is seen', () => {
    const camera = made()
    camera.zoom(0.6, { x: 150, y: 220 })
    const { x, y } = unitsAt({ x: 222, y: 333 }, camera.box, FRAME)
    expect(camera.onScreen(x, y)?.x).toBeCloseTo(222)
    expect(camera.onScreen(x, y)?.y).toBeCloseTo(333)
  })
})
