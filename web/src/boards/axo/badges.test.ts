import { describe, expect, it } from 'vitest'
import { badgesOf, ghostsOn } from './badges'

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

it('of ideas that lie over each other the best is on top; those of a review stay as they come', () => {
  const place = { shape: [[0, 0]] as [number, number][], x: 1, y: 1 }
  const taken: string[] = []
  const ranks = (ideas: Parameters<typeof ghostsOn>[0]): number[] =>
    ghostsOn(ideas, (move) => (move === 'elsewhere' ? null : place), (move) => taken.push(move)).map(({ rank, onclick }) => (onclick(), rank))
  const ideas = [{ move: 'a', rank: 1 }, { move: 'elsewhere', rank: 2 }, { move: 'b', rank: 3 }]
  expect([ranks(ideas), taken]).toEqual([[3, 1], ['b', 'a']])
  expect(ranks(ideas.map((idea) => ({ ...idea, mark: 'better' as const })))).toEqual([1, 3])
})
