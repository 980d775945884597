/** The English of reviews, which nobody sees on a first page: whatever speaks of one brings it. */

import { en } from './en'
import { words } from './en/review'

Object.assign(en, words)
