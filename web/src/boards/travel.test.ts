import { describe, expect, it, vi } from 'vitest'
import { arc } from './travel'

vi.mock('./motion', () => ({ BEATS: { travel: 120, land: 360, corners: 440 } }))

describe('the way of a piece', () => {
  const to = { x: 100, y: 100, width: 80, height: 80 }

  it('begins at its player and ends where it lies, in the order of time', () => {
    const frames = arc({ x: 500, y: 300, width: 300, height: 40 }, to)
    expect(frames[0]?.transform).toContain('translate(510.0px, 180.0px)')
    expect(frames.at(-1)?.transform).toMatch(/^translate\(0.0px, -?0.0px\) rotate\(0deg\) scale\(1\)$/)
    const offsets = frames.map(({ offset }) => Number(offset))
    expect(offsets).toEqual([...offsets].sort((a, b) => a - b))
    expect([offsets[0], offsets.at(-1)]).toEqual([0, 1])
  })

  it('lands four per cent too large', () => {
    expect(arc(null, to).at(-2)?.transform).toContain('scale(1.04)')
  })
})
