/** Words about people: they come with the pages that say them. */

import { fill } from '../lib/i18n/index.svelte'
import { settings, type Language } from '../lib/settings.svelte'
import { de } from './people.de'
import { en } from './people.en'
import { it } from './people.it'

export type PeopleKey = keyof typeof en

const WORDS: Record<Language, typeof en> = { en, de, it }

export const say = (key: PeopleKey, values: Record<string, string | number> = {}): string => fill(WORDS[settings.kept.language][key], values)
