import { describe, expect, it } from 'vitest'
import { Camera } from './camera.svelte'

const FITTED = { x: 0, y: 0, width: 1000, height: 500 }
// Twice as high as the drawing needs: it lies in the middle.
const FRAME = { x: 100, y: 50, width: 500, height: 500 }
const made = (): Camera => new Camera(() => FITTED, () => FRAME)

/** The point of the drawing that is seen at a point of the screen. */
function seenAt({ box }: Camera, x: number, y: number): number[] {
  const scale = Math.min(FRAME.width / box.width, FRAME.height / box.height)
  return [
    box.x + box.width / 2 + (x - FRAME.x - FRAME.width / 2) / scale,
    box.y + box.height / 2 + (y - FRAME.y - FRAME.height / 2) / scale,
  ].map((one) => Math.round(one * 1e6) / 1e6)
}

describe('what is in sight of a display', () => {
  it('is all of it at first, and again when it is fitted', () => {
    const camera = made()
    expect([camera.box, camera.isMoved]).toEqual([FITTED, false])
    camera.zoom(0.5, { x: 200, y: 300 })
    expect(camera.isMoved).toBe(true)
    camera.fit()
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

  it('is all of it again after two quick taps beside everything', () => {
    const camera = made()
    camera.zoom(0.5, { x: 350, y: 300 })
    camera.tap(1000)
    camera.tap(2000)
    expect(camera.isMoved).toBe(true)
    camera.tap(2200)
    expect(camera.isMoved).toBe(false)
  })
})
