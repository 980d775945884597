/** English sets the keys: each file those of an area. These are the areas of the first page that somebody may see. */
import { words as axo } from './en/axo'
import { words as everywhere } from './en/everywhere'
import { words as hints } from './en/hints'
import { words as home } from './en/home'
import { words as table } from './en/table'

export const en = { ...everywhere, ...home, ...table, ...axo, ...hints }
