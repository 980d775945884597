import { beforeEach, expect, it, vi } from 'vitest'
import { isUnknown, keep, keepTable, kept } from './ownPlaces'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value) })
})

it('a table has its place at home from sitting down until it is over', () => {
  expect(isUnknown()).toBe(true)
  keep('games', ['a'])
  expect(isUnknown()).toBe(false)
  keepTable('b', false, true)
  keepTable('b', false, true)
  expect([kept('games'), kept('moves')]).toEqual([['b', 'a'], ['b']])
  keepTable('b', false, false)
  expect([kept('games'), kept('moves')]).toEqual([['b', 'a'], []])
  keepTable('b', true, true)
  keepTable('c', true, false)
  expect([kept('games'), kept('moves')]).toEqual([['a'], []])
})

it('what was kept otherwise is nothing', () => {
  for (const odd of ['3', '{', 'null']) {
    stored.set('triax-games', odd)
    expect(kept('games')).toEqual([])
  }
})
