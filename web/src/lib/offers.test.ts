import { describe, expect, it } from 'vitest'
import { inFull, Offers, type Groups } from './offers'

const groups: Groups = [
  ['1,0/', ['0', '1', '2'], ['R2', '', 'B1']],
  ['', ['pass'], ['']],
]

describe('offered moves', () => {
  const offers = new Offers(groups)

  it('are the starts with each of their ends, in order', () => {
    expect(offers.moves()).toEqual(['1,0/0', '1,0/1', '1,0/2', 'pass'])
    expect(offers.size).toBe(4)
    expect([offers.has('1,0/1'), offers.has('pass'), offers.has('1,0/'), offers.has('1,0/3')]).toEqual([true, true, false, false])
  })

  it('each have a gain of their own', () => {
    expect(offers.moves().map((move) => offers.gain(move))).toEqual(['R2', '', 'B1', ''])
    expect(offers.gain('9,9/0')).toBe('')
  })

  it('are another decision when as many others are offered, or the same score otherwise', () => {
    expect(offers.equals(new Offers(structuredClone(groups)))).toBe(true)
    expect(offers.equals(null)).toBe(false)
    expect(offers.equals(new Offers([['1,0/', ['0', '1', '3'], ['R2', '', 'B1']], ['', ['pass'], ['']]]))).toBe(false)
    expect(offers.equals(new Offers([['1,0/', ['0', '1', '2'], ['R2', '', 'B2']], ['', ['pass'], ['']]]))).toBe(false)
  })

  it('may be told in short', () => {
    expect(inFull([['RG@', '0,1>E 0,2>S', ' G1'], ['BO@', null, 'B2 '], ['', ['draw one'], ['']]])).toEqual([
      ['RG@', ['0,1>E', '0,2>S'], ['', 'G1']],
      ['BO@', ['0,1>E', '0,2>S'], ['B2', '']],
      ['', ['draw one'], ['']],
    ])
  })
})
