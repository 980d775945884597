/** Cards, shapes and sections in words: everything for the eye is told to the ear. */

import { colourName } from '../../art/colours'
import { t, type Key } from '../../lib/i18n/index.svelte'
import type { AxoView } from '../../lib/types'
import { cells, deckOf, seenBy, sideFrom, sideOf, sizeOf, turned, type Card, type Shape } from './cards'

const capital = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}`

export const effectName = (name: string): string => t(`effect${capital(name)}` as Key)

/** What an effect does, in a few words. */
export const effectMeaning = (name: string): string => t(`effect${capital(name)}Is` as Key)

function rows(lines: string[]): string {
  return lines.map((what, row) => t('rowSpoken', { row: row + 1, what })).join('; ')
}

/** "row 1: 2; row 2: 1, 2": the columns of each row, as those of a card are counted. */
export function shapeWords(shape: Shape): string {
  const [, height] = sizeOf(shape)
  return rows(
    Array.from({ length: height }, (_, row) =>
      shape
        .filter(([, y]) => y === row)
        .map(([x]) => x + 1)
        .sort()
        .join(', '),
    ),
  )
}

const gridWords = (card: Card): string => rows(card.grid.map((line) => [...line].map(colourName).join(', ')))

/** A card with all that is printed on it. */
export function cardWords(card: Card): string {
  const effect = card.effect ? [t('effectSpoken', { effect: effectName(card.effect), what: effectMeaning(card.effect) })] : []
  const printed = [t('shapeSpoken', { rows: shapeWords(cells(card.shape)) }), t('gridSpoken', { rows: gridWords(card) })]
  return [t('cardSpoken', { card: card.id }), ...printed, ...effect].join('. ')
}

/** A card that lies in an area, in short: its sections are told one by one. */
export function lyingWords(card: Card, marks: string): string {
  const effect = card.effect ? [t('effectSpoken', { effect: effectName(card.effect), what: effectMeaning(card.effect) })] : []
  const count = marks.split('x').length - 1
  return [t('cardSpoken', { card: card.id }), t('marksSpoken', { count }), ...effect].join('. ')
}

export function sectionWords(card: Card, marks: string, section: number, isTried: boolean): string {
  const state = marks[section] === 'x' ? t('marked') : isTried ? t('sectionTried') : t('sectionOpen')
  const colour = colourName(card.grid.join('')[section] ?? '')
  return t('sectionSpoken', { card: card.id, row: Math.floor(section / 3) + 1, column: (section % 3) + 1, colour, state })
}

/** The card in the middle of the table. */
export interface Played {
  card: string
  colour: string
  /** Null is Simona. */
  active: number | null
  /** Everybody has marked; it lies there until the next one comes. */
  isSpent: boolean
}

/** By how many quarters clockwise the card in the middle is turned for who looks at it. */
export const turnOf = (view: AxoView, active: number | null, seat: number | null): number => sideFrom(sideOf(active, view.options), seat)

/** The middle of the table: the colour, and the shape as one sees it, turned by a pivot or not. */
export function middleWords(view: AxoView, played: Played | null, seat: number | null, pivot = 0): string {
  const card = deckOf(view.options).get(played?.card ?? '')
  if (!card || !played) return t(view.discard.length ? 'roundOver' : 'middleEmpty')
  if (played.isSpent) return t('roundOver')
  const shape = turned(seenBy(card.shape, sideOf(played.active, view.options), seat ?? 0), pivot)
  return t('middleSpoken', {
    colour: colourName(played.colour),
    card: card.id,
    turned: t(`turnedSpoken${turnOf(view, played.active, seat)}` as Key),
    rows: shapeWords(shape),
  })
}
