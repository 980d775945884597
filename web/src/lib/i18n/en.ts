/** English sets the keys: each file those of an area. What a review says comes with it (`review.ts`). */
import { words as analysis } from './en/analysis'
import { words as axo } from './en/axo'
import { words as everywhere } from './en/everywhere'
import { words as hints } from './en/hints'
import { words as home } from './en/home'
import { words as pages } from './en/pages'
import { words as puzzles } from './en/puzzles'
import type { words as review } from './en/review'
import { words as table } from './en/table'

const core = { ...everywhere, ...home, ...table, ...axo, ...pages, ...hints, ...analysis, ...puzzles }
export const en = core as typeof core & typeof review
