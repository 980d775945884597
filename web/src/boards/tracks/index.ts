/** What Axio Rota and Axio have in common. */

import { colourName, colourNames } from '../../art/colours'
import { t } from '../../lib/i18n/index.svelte'
import type { AxioEvent, RotaEvent } from '../../lib/types'
import type { Count } from '../game'
import { COLOURS, points } from './colours'
import { bringsTurn, notesOf } from './moments'
import Score from './Score.svelte'

export function pointsInWords(points: { [colour: string]: number | undefined }): string {
  return Object.entries(points)
    .filter(([, count]) => count)
    .map(([letter, count]) => `${colourName(letter)} ${count}`)
    .join(', ')
}

export const tracks = {
  Score,
  confirm: 'place',
  previews: true,
  lands: 'placed',
  notes: notesOf,
  alone: { name: 'solo', won: 'youWin', lost: 'lost', done: 'soloDone' },
  tie: 'tieTracks',

  gain(gain: string): string {
    const found = pointsInWords(points(gain))
    return found ? t('lessonScores', { points: found }) : t('lessonScoresNothing')
  },

  gains: (gain: string): Count[] =>
    Object.entries(points(gain)).map(([letter, value]) => ({
      value,
      text: `+${value}`,
      icon: `symbol-${letter}`,
      name: colourName(letter),
    })),

  counts: ({ tracks }: { tracks: number[][] }): Count[][] =>
    tracks.map((own) =>
      own
        .map((value, index) => ({ value, text: String(value), icon: `symbol-${COLOURS[index]}`, name: colourName(COLOURS[index] ?? '') }))
        .sort((a, b) => a.value - b.value),
    ),

  describe(event: RotaEvent | AxioEvent, names: readonly string[], step: readonly (RotaEvent | AxioEvent)[] = []): string {
    const name = 'seat' in event ? (names[event.seat] ?? '') : ''
    switch (event.kind) {
      case 'placed':
        return t('evPlaced', { name, at: event.at.join(',') })
      case 'scored': {
        const points = pointsInWords(event.points)
        return points ? t('evScored', { name, points }) : t('evScoredNothing', { name })
      }
      case 'axio':
        return t(step.length && bringsTurn(step) ? 'evAxioTurn' : 'evAxio', { name, colours: colourNames(event.colours) })
      case 'extra_lost':
        return t('evExtraLost', { name, count: event.count })
      case 'over':
        return t('evOver')
      default:
        return ''
    }
  },
} as const
