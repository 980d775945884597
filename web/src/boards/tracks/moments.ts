import { scoreOf } from '../../lib/games.svelte'
import { t } from '../../lib/i18n/index.svelte'
import type { AxioEvent, AxioView, RotaEvent, RotaView } from '../../lib/types'
import type { Moment } from '../game'
import { COLOURS } from './colours'

type TracksEvent = RotaEvent | AxioEvent

/** Is there an extra turn for the tracks that this step has filled? None after a win at once, or where it cannot be played. */
export function bringsTurn(step: readonly TracksEvent[]): boolean {
  return !step.some(({ kind }) => kind === 'extra_lost' || kind === 'over')
}

/** How high the lowest track has risen, if it has. Points that pass the end of a track are lost: a full one was not the lowest. */
export function risenTo(
  tracks: readonly number[],
  points: Record<string, number | undefined>,
  top: number,
): number | null {
  const before = tracks.map((value, index) => (value === top ? top - 1 : value - (points[COLOURS[index] ?? ''] ?? 0)))
  const [was, is] = [Math.min(...before), Math.min(...tracks)]
  return is > was ? is : null
}

export function trackMoments(
  events: readonly TracksEvent[],
  view: RotaView | AxioView,
  names: readonly string[],
): Moment[] {
  const { top } = scoreOf(view.game, view.players)
  return events.flatMap((event): Moment[] => {
    if (event.kind === 'axio') {
      if (!bringsTurn(events) || view.players === 1) return []
      const line = event.seat === view.seat ? t('momentTurn') : t('momentTurnOf', { name: names[event.seat] ?? '' })
      // The sentence of the event says it already.
      return [{ kind: 'full', seat: event.seat, title: 'AXIO', line, said: '', colour: event.colours[0] }]
    }
    if (event.kind !== 'scored' || event.seat !== view.seat) return []
    const level = risenTo(event.tracks, event.points, top)
    return level === null ? [] : [{ kind: 'rise', seat: event.seat, count: level, said: t('momentRise', { count: level }) }]
  })
}

/** The colours that light up one after another. */
export function notesOf(events: readonly TracksEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.kind !== 'scored') return []
    return ('corners' in event ? event.corners : event.runs).map(({ colour }) => colour)
  })
}
