import { colourName } from '../../art/colours'
import { t } from '../../lib/i18n/index.svelte'
import type { RotaEvent, RotaView } from '../../lib/types'
import type { Moment } from '../game'
import { trackMoments } from '../tracks/moments'
import { CELL, turned } from './geometry'

/** A circle of four alike closes where the three others have the corner's own colour; one that is only named does not. */
export function ringsOf(events: readonly RotaEvent[]): { colour: string; x: number; y: number }[] {
  const placed = events.find((event) => event.kind === 'placed')
  const scored = events.find((event) => event.kind === 'scored')
  if (!placed || !scored) return []
  const own = turned(placed.tile, placed.turn)
  const [x = 0, y = 0] = placed.at
  return scored.corners
    .filter(({ corner, colour, sources }) => sources.length === 3 && own[corner] === colour)
    .map(({ corner, colour }) => {
      const [right, low] = [corner === 1 || corner === 2, corner >= 2]
      return { colour, x: (x + Number(right)) * CELL, y: (y + Number(low)) * CELL }
    })
}

export function moments(events: RotaEvent[], view: RotaView, names: readonly string[]): Moment[] {
  const rings = ringsOf(events).map(
    ({ colour }): Moment => ({
      kind: 'ring',
      seat: null,
      colour,
      said: t('momentRing', { colour: colourName(colour) }),
    }),
  )
  // Everybody has the last tile in hand.
  const isLast = view.stacks.every((count) => count === 0) && events.some((event) => event.kind === 'drew' && event.from === 'stack')
  const last: Moment[] = isLast && !view.standings ? [{ kind: 'lastRound', seat: null, title: t('momentLastRound') }] : []
  return [...rings, ...trackMoments(events, view, names), ...last]
}
