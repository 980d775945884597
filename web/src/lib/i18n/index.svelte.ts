/** Words in three languages. English sets the keys; a language that lacks one does not compile. English is always there,
 *  another language comes when it is wanted. */

import { settings, type Language } from '../settings.svelte'
import { en } from './en'

export type Words = typeof en
export type Key = keyof Words

const OTHERS: Partial<Record<Language, () => Promise<Words>>> = {
  de: () => import('./de').then(({ de }) => de),
  it: () => import('./it').then(({ it }) => it),
}
let known = $state.raw<Partial<Record<Language, Words>>>({ en })

/** The words of a language, before they are needed. */
export async function loadWords(language: Language): Promise<void> {
  const words = known[language] ? null : await OTHERS[language]?.()
  if (words) known = { ...known, [language]: words }
}

export const has = (key: string): key is Key => key in en

/** The words for a key, with {names} filled in; {count|one|many} picks by number. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  return fill((known[settings.kept.language] ?? en)[key], values)
}

export function fill(text: string, values: Record<string, string | number>): string {
  if (!text.includes('{')) return text
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, name: string, one?: string, many?: string) => {
    const value = values[name] ?? ''
    if (one === undefined) return String(value)
    return (Number(value) === 1 ? one : (many ?? '')).replace('#', String(value))
  })
}

export function number(value: number, digits = 0): string {
  return value.toLocaleString(settings.kept.language, { maximumFractionDigits: digits, minimumFractionDigits: digits })
}

/** "red, green and blue". */
export function list(words: readonly string[]): string {
  return new Intl.ListFormat(settings.kept.language).format(words)
}

/** A place in a ranking, as it is written in a line. */
export function ordinal(place: number): string {
  const language = settings.kept.language
  if (language !== 'en') return language === 'de' ? `${place}.` : `${place}º`
  const suffix = { one: 'st', two: 'nd', few: 'rd' }[new Intl.PluralRules('en', { type: 'ordinal' }).select(place) as 'one'] ?? 'th'
  return `${place}${suffix}`
}

/** Dates as they are written here: English with the day first. */
export const dateLocale = (): string => (settings.kept.language === 'en' ? 'en-GB' : settings.kept.language)

export function ago(seconds: number): string {
  const format = new Intl.RelativeTimeFormat(settings.kept.language, { numeric: 'auto' })
  const minutes = Math.round(seconds / 60)
  if (Math.abs(minutes) < 60) return format.format(-minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return Math.abs(hours) < 24 ? format.format(-hours, 'hour') : format.format(-Math.round(hours / 24), 'day')
}
