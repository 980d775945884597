/** Words in three languages. English sets the keys; a language that lacks one does not compile. What a table says in
 *  English is always there; the rest of it, and other languages, come when they are wanted. */

import { settings, type Language } from '../settings.svelte'
import { en } from './en'
import type { later } from './later'

export type Words = typeof en & typeof later
export type Key = keyof Words

const OTHERS: Record<Language, () => Promise<Words>> = {
  en: () => import('./later').then(({ later }) => ({ ...en, ...later })),
  de: () => import('./de').then(({ de }) => de),
  it: () => import('./it').then(({ it }) => it),
}
let known = $state.raw<Partial<Record<Language, Words>>>({})

/** The words of a language, before they are needed. */
export async function loadWords(language: Language = settings.kept.language): Promise<void> {
  if (known[language]) return
  const words = await OTHERS[language]()
  known = { ...known, [language]: words }
}

const spoken = (): Partial<Words> => known[settings.kept.language] ?? known.en ?? en
export const has = (key: string): key is Key => key in spoken()

/** The words for a key, with {names} filled in; {count|one|many} picks by number. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  return fill(spoken()[key] ?? '', values)
}

export function fill(text: string, values: Record<string, string | number>): string {
  if (!text.includes('{')) return text
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, name: string, one?: string, many?: string) => {
    const value = values[name] ?? ''
    if (one === undefined) return String(value)
    return (Number(value) === 1 ? one : (many ?? '')).replace('#', String(value))
  })
}

// Formats are dear to make: each is made once.
const formats = new Map<string, unknown>()
function kept<T>(name: string, make: (language: Language) => T): T {
  const { language } = settings.kept
  const key = `${language} ${name}`
  if (!formats.has(key)) formats.set(key, make(language))
  return formats.get(key) as T
}

export function number(value: number, digits = 0): string {
  const made = (language: Language) => new Intl.NumberFormat(language, { maximumFractionDigits: digits, minimumFractionDigits: digits })
  return kept(`number ${digits}`, made).format(value).replace('-', '−')
}

/** "red, green and blue". */
export function list(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? '') : kept('list', (language) => new Intl.ListFormat(language)).format(words)
}

/** A place in a ranking, as it is written in a line. */
export function ordinal(place: number): string {
  const language = settings.kept.language
  if (language !== 'en') return language === 'de' ? `${place}.` : `${place}º`
  const rule = kept('ordinal', () => new Intl.PluralRules('en', { type: 'ordinal' })).select(place)
  const suffix = { one: 'st', two: 'nd', few: 'rd' }[rule as 'one'] ?? 'th'
  return `${place}${suffix}`
}

/** Dates as they are written here: English with the day first. */
export const dateLocale = (): string => (settings.kept.language === 'en' ? 'en-GB' : settings.kept.language)

/** A day of the server's calendar, such as 2026-11-16. */
export function dayText(day: string): string {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString(dateLocale(), { dateStyle: 'long', timeZone: 'UTC' })
}

export function ago(seconds: number): string {
  const format = kept('ago', (language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }))
  const minutes = Math.round(seconds / 60)
  if (Math.abs(minutes) < 60) return format.format(-minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return Math.abs(hours) < 24 ? format.format(-hours, 'hour') : format.format(-Math.round(hours / 24), 'day')
}
