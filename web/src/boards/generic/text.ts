/** Anything that a game says, as lines of text. */

import { t } from '../../lib/i18n/index.svelte'

export interface AnyEvent {
  kind: string
  seat?: number | null
}

export interface Line {
  depth: number
  text: string
}

const isPlain = (value: unknown): boolean => value === null || typeof value !== 'object'
const plain = (value: unknown): string => (value === null || value === '' ? '–' : String(value))

/** Whatever fits in a line: a value, or a list of such. */
function inline(value: unknown): string | null {
  if (isPlain(value)) return plain(value)
  if (!Array.isArray(value)) return null
  const parts = value.map((one) => (Array.isArray(one) && one.every(isPlain) ? `(${one.map(plain).join(', ')})` : isPlain(one) ? plain(one) : null))
  return parts.includes(null) ? null : parts.join(', ') || '–'
}

/** Keys and values, a line each; what lies within lies deeper. */
export function linesOf(value: object, depth = 0): Line[] {
  return Object.entries(value).flatMap(([key, one]) => {
    const name = Array.isArray(value) ? `${Number(key) + 1}` : key.replaceAll('_', ' ')
    const text = inline(one)
    return text !== null ? [{ depth, text: `${name}: ${text}` }] : [{ depth, text: `${name}:` }, ...linesOf(one as object, depth + 1)]
  })
}

export function describe({ kind, seat, ...rest }: AnyEvent, names: readonly string[]): string {
  if (kind === 'over') return t('evOver')
  const name = typeof seat === 'number' ? `${names[seat]}: ` : ''
  return `${name}${[kind.replaceAll('_', ' '), ...linesOf(rest).map(({ text }) => text)].join(', ')}.`
}
