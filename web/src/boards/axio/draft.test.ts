import { describe, expect, it } from 'vitest'
import { Offers } from '../../lib/offers'
import { AxioDraft, readAt } from './draft.svelte'

function draft(): AxioDraft {
  const made = new AxioDraft()
  made.begin(
    new Offers([
      ['RG@', ['0,0>E', '0,0>S', '2,0>W', '5,5>N'], ['R1', '', 'G2', '']],
      ['OO@', ['0,0>E', '0,0>S'], ['', '']],
    ]),
  )
  return made
}

describe('a tile being tried in Axio', () => {
  it('shows where either half may lie', () => {
    const made = draft()
    made.pick(0, 'RG')
    expect([...made.open].sort()).toEqual(['0,0', '0,1', '1,0', '2,0', '5,4', '5,5'])
    made.pick(1, 'OO')
    expect([...made.open].sort()).toEqual(['0,0', '0,1', '1,0'])
  })

  it('keeps its way where that fits', () => {
    const made = draft()
    made.pick(0, 'RG')
    made.to = 'S'
    expect(made.place({ x: 0, y: 0 })).toBe(true)
    expect(made.move).toBe('RG@0,0>S')
  })

  it('lies with its second half where the first does not fit', () => {
    const made = draft()
    made.pick(0, 'RG')
    expect(made.place({ x: 5, y: 4 })).toBe(true)
    expect(made.move).toBe('RG@5,5>N')
  })

  it('does not lie where nothing fits', () => {
    const made = draft()
    expect(made.place({ x: 0, y: 0 })).toBe(false)
    made.pick(0, 'RG')
    expect(made.place({ x: 9, y: 9 })).toBe(false)
    expect(made.move).toBeNull()
  })

  it('turns to the next way that fits', () => {
    const made = draft()
    made.pick(0, 'RG')
    made.place({ x: 0, y: 0 })
    expect(made.move).toBe('RG@0,0>E')
    made.rotate(1)
    expect(made.move).toBe('RG@0,0>S')
    made.rotate(1)
    expect(made.move).toBe('RG@0,0>E')
    made.rotate(-1)
    expect(made.move).toBe('RG@0,0>S')
  })

  it('turns freely in the hand', () => {
    const made = draft()
    made.pick(0, 'RG')
    made.rotate(1)
    made.rotate(1)
    expect([made.to, made.at]).toEqual(['W', null])
  })

  it('takes up a hint as it is, whichever way the last tile lay', () => {
    const made = draft()
    made.pick(1, 'OO')
    made.place({ x: 0, y: 0 })
    made.rotate(1)
    made.set('RG@2,0>W')
    expect([made.tile, made.chosen, made.move, made.gain]).toEqual(['RG', null, 'RG@2,0>W', 'G2'])
  })

  it('asks whether to exchange', () => {
    const made = new AxioDraft()
    made.begin(new Offers([['', ['exchange', 'keep'], ['', '']]]))
    expect([made.asksExchange, made.move]).toEqual([true, null])
    for (const decision of ['keep', 'exchange']) {
      made.set(decision)
      expect(made.move).toBe(decision)
    }
  })
})

it('the rank of an idea is read where the tile being tried does not cover it', () => {
  const idea = { tile: 'RG', at: { x: 0, y: 0 }, to: 'S' } as const
  const beside = (x: number, y: number): ReturnType<typeof readAt> => readAt(idea, { tile: 'OO', at: { x, y }, to: 'E' })
  expect(readAt(idea, null)).toEqual({ x: 50, y: 100 })
  expect(beside(3, 3)).toEqual({ x: 50, y: 100 })
  expect(beside(-1, 1)).toEqual({ x: 50, y: 50 })
  expect(beside(0, 0)).toEqual({ x: 50, y: 150 })
  expect(readAt(idea, { tile: 'GR', at: { x: 0, y: 1 }, to: 'N' })).toBeNull()
})
