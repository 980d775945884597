import { words as analysis } from './it/analysis'
import { words as axo } from './it/axo'
import { words as everywhere } from './it/everywhere'
import { words as hints } from './it/hints'
import { words as home } from './it/home'
import { words as pages } from './it/pages'
import { words as puzzles } from './it/puzzles'
import { words as review } from './it/review'
import { words as table } from './it/table'
import type { Words } from './index.svelte'

export const it: Words = { ...everywhere, ...home, ...table, ...axo, ...pages, ...hints, ...analysis, ...puzzles, ...review }
