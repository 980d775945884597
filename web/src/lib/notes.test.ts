import { describe, expect, it } from 'vitest'
import * as notes from './notes'

const { pitchOf, knock, corner, ring, full, card, rise, lastRound, yourTurn, lowTime, win, best } = notes
const all = [knock(), corner('R'), ring('B'), full(), card(), rise(), lastRound(), yourTurn(), lowTime(), win(), best()]

describe('what is heard', () => {
  it('is short', () => {
    for (const notes of all) for (const { at, length } of notes) expect(at + length).toBeLessThanOrEqual(400)
  })

  it('has a note for each colour, and rises with them', () => {
    const pitches = [...'RGBOP'].map(pitchOf)
    expect(pitches).toEqual([...pitches].sort((a, b) => a - b))
    expect(new Set(pitches).size).toBe(5)
    expect(pitchOf('Y')).toBeGreaterThan(0)
  })

  it('is a chord for a ring, a fifth for a full track, nine steps for a card, three notes for a win', () => {
    expect(ring('G')).toHaveLength(4)
    const [low, high] = full()
    expect((high?.pitch ?? 0) / (low?.pitch ?? 1)).toBeCloseTo(1.5, 2)
    const steps = card().map(({ pitch }) => pitch)
    expect(steps).toHaveLength(9)
    expect(steps).toEqual([...steps].sort((a, b) => a - b))
    expect([yourTurn().length, win().length, best().length]).toEqual([1, 3, 2])
  })
})
