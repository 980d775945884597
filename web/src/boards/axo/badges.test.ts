import { describe, expect, it } from 'vitest'
import { badgesOf } from './badges'

const idea = (move: string, mark: 'played' | 'better', label = '50 %') => ({ move, mark, label })

describe('badges of a review', () => {
  it('stand on the cards that a move names, with the colour that is declared', () => {
    const ideas = [idea('play 29 R', 'better', '73 %'), idea('play 31 B', 'played', '2 %')]
    expect(badgesOf(ideas, '29')).toEqual([{ mark: 'better', text: '73 %', sign: 'R' }])
    expect(badgesOf(ideas, '31')).toEqual([{ mark: 'played', text: '2 %', sign: 'B' }])
    expect(badgesOf(ideas, '03')).toEqual([])
  })
  it('tell what leaves in a swap from what comes', () => {
    const ideas = [idea('swap 50>22', 'played')]
    expect(badgesOf(ideas, '50', true)).toHaveLength(1)
    expect(badgesOf(ideas, '50')).toHaveLength(0)
    expect(badgesOf(ideas, '22')).toHaveLength(1)
    expect(badgesOf(ideas, '22', true)).toHaveLength(0)
  })
  it('leave marks to the shape that is drawn there', () => {
    expect(badgesOf([idea('mark 41@0,0', 'played')], '41')).toEqual([])
  })
})
