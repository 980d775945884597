import { colourName } from '../../art/colours'
import { t } from '../../lib/i18n/index.svelte'
import type { AxoEvent } from '../../lib/types'
import { effectName } from './spoken'

const nameOf = (event: AxoEvent, names: readonly string[]): string =>
  'seat' in event && event.seat !== null ? (names[event.seat] ?? '') : t('simona')

export function describe(event: AxoEvent, names: readonly string[]): string {
  const name = nameOf(event, names)
  switch (event.kind) {
    case 'scored':
      return t('evPoints', { name, count: event.points })
    case 'played':
      return t('evPlayed', { name, card: event.card, colour: colourName(event.colour) })
    case 'revealed':
      return t('evRevealed', { name, count: event.marks.reduce((sum, mark) => sum + mark.sections.length, 0) })
    case 'completed':
      return t('evCompleted', { name, card: event.card })
    case 'effect':
      return t('evEffect', { name, effect: effectName(event.effect) })
    case 'reshuffled':
      return t('evReshuffled')
    case 'over':
      return t('evOver')
    default:
      return ''
  }
}

/** Also what was secret at the time. */
export function describeOpenly(event: AxoEvent, names: readonly string[]): string {
  const name = nameOf(event, names)
  switch (event.kind) {
    case 'marked':
      return t('evMarked', { name, count: event.sections.length, card: event.card })
    case 'passed':
      return t('evPassed', { name })
    case 'laid':
    case 'refilled':
      return t('evLaid', { name, cards: event.cards.join(', ') })
    default:
      return describe(event, names)
  }
}
