/** Words in three languages. English sets the keys; a language that lacks one does not compile. */

import { settings, type Language } from '../settings.svelte'
import { de } from './de'
import { en } from './en'
import { it } from './it'

export type Words = typeof en
export type Key = keyof Words

const LANGUAGES: Record<Language, Words> = { en, de, it }

export const has = (key: string): key is Key => key in en

/** The words for a key, with {names} filled in; {count|one|many} picks by number. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  return fill(LANGUAGES[settings.kept.language][key], values)
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
