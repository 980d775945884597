/** Events in words, for the log and for the ear. */

import { t, type Key } from './i18n/index.svelte'
import type { GameEvent } from './types'

export function colour(letter: string): string {
  return t(`colour${letter}` as Key)
}

export function pointsInWords(points: { [colour: string]: number | undefined }): string {
  return Object.entries(points)
    .filter(([, count]) => count)
    .map(([letter, count]) => `${colour(letter)} ${count}`)
    .join(', ')
}

/** A sentence, or nothing for what need not be told. */
export function told(event: GameEvent, names: readonly string[]): string {
  const who = 'seat' in event && event.seat !== null ? (names[event.seat] ?? '') : t('simona')
  switch (event.kind) {
    case 'placed':
      return t('evPlaced', { name: who, at: event.at.join(',') })
    case 'scored': {
      if ('total' in event) return t('evPoints', { name: who, count: event.points })
      const points = pointsInWords(event.points)
      return points ? t('evScored', { name: who, points }) : t('evScoredNothing', { name: who })
    }
    case 'axio':
      return t('evAxio', { name: who, colours: event.colours.map(colour).join(', ') })
    case 'extra_lost':
      return t('evExtraLost', { name: who, count: event.count })
    case 'pyramid':
      return t('evPyramid', { at: event.at.join(',') })
    case 'exchanged':
      return t('evExchanged', { name: who })
    case 'played':
      return t('evPlayed', { name: who, card: event.card, colour: colour(event.colour) })
    case 'revealed': {
      const count = event.marks.reduce((sum, mark) => sum + mark.sections.length, 0)
      return t('evRevealed', { name: who, count })
    }
    case 'completed':
      return t('evCompleted', { name: who, card: event.card })
    case 'effect':
      return t('evEffect', { name: who, effect: effect(event.effect) })
    case 'reshuffled':
      return t('evReshuffled')
    case 'over':
      return t('evOver')
    default:
      return ''
  }
}

export function effect(name: string): string {
  return t(`effect${name[0]?.toUpperCase()}${name.slice(1)}` as Key)
}
