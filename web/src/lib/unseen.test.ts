import { describe, expect, it } from 'vitest'
import type { AxioView, AxoView, RotaView } from './types'
import { unseen } from './unseen'

const total = (kinds: { count: number }[]): number => kinds.reduce((sum, { count }) => sum + count, 0)

describe('what is unseen', () => {
  it('is the box less the display and the own tile', () => {
    const view = { game: 'rota', options: {}, stacks: [], display: [{ tile: 'RGBO' }], hand: 'RGOB' } as unknown as RotaView
    const kinds = unseen(view)
    expect(kinds.some(({ kind }) => kind === 'RGBO' || kind === 'RGOB')).toBe(false)
    expect(kinds.every(({ count }) => count === 1)).toBe(true)
  })

  it('counts dominoes of a kind', () => {
    const view = { game: 'axio', options: {}, bag: 90, tiles: [{ tile: 'RG' }], rack: ['RG', 'RR'] } as unknown as AxioView
    const kinds = unseen(view)
    expect(kinds.find(({ kind }) => kind === 'RG')?.count).toBe(5)
    expect(total(kinds)).toBe(100 - 3)
  })

  it('takes the cards of the table itself', () => {
    const cards = ['01', '02', '03'].map((id) => ({ id, shape: [], grid: [], effect: null }))
    const view = {
      game: 'axo',
      options: { pieces: { cards } },
      seats: [{ area: [{ card: '01' }] }],
      discard: [],
      hand: ['02'],
      card: null,
    } as unknown as AxoView
    expect(unseen(view)).toEqual([{ kind: '03', count: 1 }])
  })
})
