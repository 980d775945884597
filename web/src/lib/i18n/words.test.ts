import { expect, it } from 'vitest'
import { en } from './en'
import './review'

const FILES = import.meta.glob<string>(['../../**/*.{ts,svelte}', '!../../**/*.test.ts', '!../../generated/**', '!./{en,de,it}/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const AREAS = import.meta.glob<Record<string, string>>('./en/*.ts', { import: 'words', eager: true })
const code = Object.values(FILES).join('\n')
/** What a key begins with where the rest is worked out: `colour${letter}`. */
const BEGUN = [...code.matchAll(/`([a-z]\w{2,})\$\{/g)].map(([, begun = '']) => begun)

it('no words are kept that nobody says', () => {
  const said = new Set([...code.matchAll(/['"`](\w+)['"`]/g)].map(([, word]) => word))
  expect(Object.keys(en).filter((key) => !said.has(key) && !BEGUN.some((begun) => key.startsWith(begun)))).toEqual([])
})

it('a key stands in one area', () => {
  expect(Object.values(AREAS).flatMap((words) => Object.keys(words)).sort()).toEqual(Object.keys(en).sort())
})

it('only what comes with a review says its words', () => {
  const words = Object.keys(AREAS['./en/review.ts'] ?? {}).map((key) => `'${key}'`)
  const sayers = Object.entries(FILES).filter(([, text]) => words.some((word) => text.includes(word)))
  expect(sayers.map(([path]) => path).filter((path) => !/\/(Review\w*|PuzzleAnswer|judgement)\.\w+$/.test(path))).toEqual([])
})
