import { scoreOf } from '../../lib/games.svelte'
import { t } from '../../lib/i18n/index.svelte'
import type { AxoEvent, AxoView } from '../../lib/types'
import type { Moment } from '../game'

export function moments(events: AxoEvent[], view: AxoView, names: readonly string[]): Moment[] {
  const goal = scoreOf(view.game, view.players).top
  const cards = events.flatMap((event): Moment[] => {
    if (event.kind !== 'scored' || !event.points) return []
    const both = event.cards.length > 1
    const line = event.seat === view.seat ? '' : (names[event.seat] ?? '')
    // The sentence of the event says it already.
    return [{ kind: 'card', seat: event.seat, title: t(both ? 'momentCards' : 'momentCard'), line, said: '', count: event.points, total: event.total, goal }]
  })
  const isLast = view.simona === 0 && !view.standings && events.some((event) => event.kind === 'played' && event.seat === null)
  return isLast ? [...cards, { kind: 'lastRound', seat: null, title: t('momentSimona') }] : cards
}
