import { colourName } from '../../art/colours'
import { t, type Key } from '../../lib/i18n/index.svelte'
import type { RotaEvent } from '../../lib/types'
import { CELL, symbolAt } from './geometry'

/** Each point of a scoring: its colour, and where in the display the corner lies that gives it. */
export function pointsOf(events: RotaEvent[]): { colour: string; x: number; y: number }[] {
  return events.flatMap((event) =>
    event.kind !== 'scored'
      ? []
      : event.corners.flatMap(({ colour, sources }) =>
          sources.map(([x = 0, y = 0, corner = 0]) => {
            const [dx, dy] = symbolAt(corner)
            return { colour, x: x * CELL + dx, y: y * CELL + dy }
          }),
        ),
  )
}

/** The corners that gave the points, a sentence each. */
export function reasonsOf(events: RotaEvent[]): string[] {
  return events.flatMap((event) =>
    event.kind !== 'scored'
      ? []
      : event.corners.map(({ corner, colour, sources }) =>
          t('fromCorner', {
            colour: colourName(colour),
            count: sources.length,
            corner: t(`corner${corner}` as Key),
            places: sources.map(([x, y]) => `${x},${y}`).join(' · '),
          }),
        ),
  )
}
