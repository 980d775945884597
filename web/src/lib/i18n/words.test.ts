import { expect, it } from 'vitest'
import { en as first } from './en'
import { later } from './later'

const en = { ...first, ...later }

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

it('what is fetched first says nothing that comes later', () => {
  const files = new Map(Object.entries(FILES).map(([path, text]) => [new URL(path, 'file:///src/lib/i18n/').pathname, text]))
  const find = (path: string): string | undefined => ['', '.ts', '.svelte.ts', '/index.ts', '/index.svelte.ts'].map((end) => path + end).find((one) => files.has(one))
  const [seen, todo] = [new Set<string>(), ['/src/main.ts']]
  for (let path = todo.pop(); path; path = todo.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    for (const [, from = ''] of (files.get(path) ?? '').matchAll(/^\s*(?:import|export) (?!type)[^;'\n]*?(?:from )?'(\.[^']+)'/gm)) {
      const next = find(new URL(from, `file://${path}`).pathname)
      if (next && !next.includes('/i18n/')) todo.push(next)
    }
  }
  expect(seen).toContain('/src/pages/Table.svelte')
  const said = [...seen].flatMap((path) => [...(files.get(path) ?? '').matchAll(/\bt\((?:[^()]*? \? )?'(\w+)'(?: : '(\w+)')?/g)].flatMap(([, ...keys]) => keys))
  expect(said.filter((key) => key && key in later)).toEqual([])
})
