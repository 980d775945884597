import { expect, it } from 'vitest'
import games from '../../docs/schema/games.json'

const FILES = import.meta.glob<string>(['./**/*.{ts,svelte,css}', '!./generated/**'], { query: '?raw', import: 'default', eager: true })
/** A game's own files, the registry that names them, and tests. */
const OWN = /^\.\/(boards\/(rota|axio|axo|tracks)\/|boards\/index\.ts$|texts\/|.*\.test\.ts$)/

/** Lines of the client that match, with where they stand. */
function lines(pattern: RegExp, isLookedAt: (path: string) => boolean): string[] {
  return Object.entries(FILES).flatMap(([path, text]) =>
    isLookedAt(path) ? text.split('\n').flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])) : [],
  )
}

it('the files are looked at', () => {
  expect(Object.keys(FILES).length).toBeGreaterThan(100)
  expect(lines(/GameParts/, (path) => path === './boards/index.ts')).not.toEqual([])
})

it('nothing comes from the server’s sources', () => {
  expect(lines(/(from|import\() *['"][^'"]*src\/triax/, () => true)).toEqual([])
})

it('only a game’s own files know it by name', () => {
  expect(lines(/['"`](rota|axio|axo)['"`]|[ ,]\.(rota|axio|axo)\b|\b(rota|axio|axo):/, (path) => !OWN.test(path))).toEqual([])
})

it('what can be chosen for one game alone is asked of its facts', () => {
  const own = games.flatMap(({ options }) => options).filter(({ kind }) => kind === 'flag' || kind === 'choice')
  expect(own.map(({ name }) => name)).toContain('simona')
  const names = own.map(({ name }) => name).join('|')
  expect(lines(new RegExp(`\\.(${names})\\b|['"\`](${names})|\\b(${names}):`), (path) => !OWN.test(path) && !path.includes('/i18n/'))).toEqual([])
})

it('how far a score goes is asked of the facts', () => {
  const ends = games.flatMap(({ scores }) => Object.values(scores).map((score) => ('goal' in score ? score.goal : score.top)))
  expect(ends).toContain(9)
  expect(lines(new RegExp(`length: (${[...new Set(ends)].join('|')})\\b`), (path) => path.endsWith('.svelte') && !OWN.test(path))).toEqual([])
})

it('what every game has is told by its parts and its facts, not by what its view looks like', () => {
  expect(lines(/['"]\w+['"] in (view|shown\.view)\b|\b(RotaView|AxioView|AxoView)\b/, (path) => !OWN.test(path))).toEqual([])
})

it('a game imports nothing of another’s', () => {
  const own = (game: string) => (path: string) => path.startsWith(`./boards/${game}/`)
  for (const game of ['rota', 'axio', 'axo'])
    expect(lines(/from '\.\.\/(rota|axio|axo|generic)\//, own(game))).toEqual([])
})
