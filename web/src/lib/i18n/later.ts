/** English for the pages that are fetched when they are first wanted. */
import { words as analysis } from './en/analysis'
import { words as pages } from './en/pages'
import { words as puzzles } from './en/puzzles'
import { words as review } from './en/review'

export const later = { ...pages, ...analysis, ...puzzles, ...review }
