import { words as analysis } from './de/analysis'
import { words as axo } from './de/axo'
import { words as everywhere } from './de/everywhere'
import { words as hints } from './de/hints'
import { words as home } from './de/home'
import { words as pages } from './de/pages'
import { words as puzzles } from './de/puzzles'
import { words as review } from './de/review'
import { words as table } from './de/table'
import type { Words } from './index.svelte'

export const de: Words = { ...everywhere, ...home, ...table, ...axo, ...pages, ...hints, ...analysis, ...puzzles, ...review }
