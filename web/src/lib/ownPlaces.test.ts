import { beforeEach, expect, it, vi } from 'vitest'
import { keepGame, keepGames, keptGames } from './ownPlaces'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value) })
})

it('a table has its place at home from sitting down until it is over', () => {
  keepGames(['a'])
  keepGame('b', false)
  keepGame('b', false)
  expect(keptGames()).toEqual(['b', 'a'])
  keepGame('b', true)
  keepGame('c', true)
  expect(keptGames()).toEqual(['a'])
})

it('what was kept otherwise is nothing', () => {
  for (const odd of ['3', '{', 'null']) {
    stored.set('triax-games', odd)
    expect(keptGames()).toEqual([])
  }
})
