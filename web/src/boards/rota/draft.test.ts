import { describe, expect, it } from 'vitest'
import { Offers } from '../../lib/offers'
import { RotaDraft } from './draft.svelte'

function draft(): RotaDraft {
  const made = new RotaDraft()
  // On 1,0 a colour is to be named unless the empty corner points outwards; 0,1 has one way only.
  made.begin(
    new Offers([
      ['1,0/', ['0=R', '0=G', '0=B', '0=O', '0=P', '1', '2', '3'], ['R2', '', 'B1', '', '', '', 'G1', '']],
      ['0,1/', ['0', '1', '2', '3'], ['', 'O3', '', '']],
    ]),
  )
  return made
}

describe('a tile being tried in Rota', () => {
  it('lies on offered cells only', () => {
    const made = draft()
    expect(made.cells).toEqual([{ x: 1, y: 0 }, { x: 0, y: 1 }])
    expect(made.place({ x: 5, y: 5 })).toBe(false)
    expect(made.cell).toBeNull()
    expect(made.place({ x: 0, y: 1 })).toBe(true)
    expect(made.move).toBe('0,1/0')
  })

  it('turns both ways round', () => {
    const made = draft()
    made.place({ x: 0, y: 1 })
    made.rotate(1)
    expect([made.move, made.gain]).toEqual(['0,1/1', 'O3'])
    made.rotate(-2)
    expect(made.move).toBe('0,1/3')
  })

  it('asks for a colour where one is to be named, and is no move before', () => {
    const made = draft()
    made.place({ x: 1, y: 0 })
    expect([made.asksName, made.move]).toEqual([true, null])
    expect(made.gainOf('B')).toBe('B1')
    made.name = 'R'
    expect([made.move, made.gain]).toEqual(['1,0/0=R', 'R2'])
    made.rotate(2)
    expect([made.asksName, made.move, made.gain]).toEqual([false, '1,0/2', 'G1'])
  })

  it('takes up a hint, and forgets it at the next decision', () => {
    const made = draft()
    made.set('1,0/0=B')
    expect(made.move).toBe('1,0/0=B')
    made.begin(null)
    expect([made.cell, made.name, made.move]).toEqual([null, null, null])
  })
})
