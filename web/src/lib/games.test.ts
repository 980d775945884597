import { expect, it, vi } from 'vitest'
import { games, levelsOf, scoreOf, scoreText, titleOf, wonAlone } from './games.svelte'

const asked = vi.hoisted(() => vi.fn())
vi.mock('./api', () => ({ get: asked }))
vi.mock('./i18n/index.svelte', () => ({ t: (key: string, values: object) => [key, ...Object.values(values)].join(' ') }))

it('the games that come with the server are known without asking', () => {
  expect(games.all.map(({ name }) => titleOf(name))).toEqual(['Axio Rota', 'Axio', 'AXO'])
  expect([wonAlone('rota'), wonAlone('axo')]).toEqual([false, true])
  expect(levelsOf('axio')).toContain('master')
  expect(asked).not.toHaveBeenCalled()
})

it('a score has its shape by the number of players', () => {
  const tops = (game: string): number[] => [1, 2, 3, 4].map((players) => scoreOf(game, players).top)
  expect([tops('rota'), tops('axio'), tops('axo')]).toEqual([[12, 12, 12, 12], [36, 18, 18, 18], [9, 9, 9, 9]])
  expect([scoreOf('axio', 2).kind, scoreOf('axo', 2).kind]).toEqual(['tracks', 'points'])
  expect(scoreText('rota', 2, [4, 2, 12, 3, 10])).toBe('lowest 2')
  expect(scoreText('axo', 1, [7])).toBe('pointsOf 7 9')
})

it('the server is asked once of a game that is not known yet', async () => {
  const other = { name: 'other', title: 'Other', players: [2], scores: { 2: { kind: 'points', goal: null } }, options: [], won_alone: false, levels: ['wise'] }
  asked.mockResolvedValue({ games: [...games.all, other] })
  expect(titleOf('other')).toBe('other')
  await games.load()
  expect([titleOf('other'), levelsOf('other'), scoreText('other', 2, [5])]).toEqual(['Other', ['wise'], '5'])
  expect(titleOf('nothing')).toBe('nothing')
  expect(asked).toHaveBeenCalledTimes(1)
})
