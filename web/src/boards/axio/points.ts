import { colourName } from '../../art/colours'
import { t, type Key } from '../../lib/i18n/index.svelte'
import type { AxioEvent, AxioView } from '../../lib/types'
import { key, SPACE, step, type Direction } from './geometry'

/** The colour of every space that has a symbol. */
export function coloursOf(view: AxioView): Map<string, string> {
  const found = new Map<string, string>()
  for (const [x, y, colour] of view.printed) found.set(`${x},${y}`, colour)
  for (const { tile, at, to } of view.tiles) {
    const start = { x: at[0] ?? 0, y: at[1] ?? 0 }
    found.set(key(start), tile[0] ?? '')
    found.set(key(step(start, to as Direction)), tile[1] ?? '')
  }
  return found
}

/** Each point of a scoring: its colour, and where on the board the symbol lies that gives it. */
export function pointsOf(events: AxioEvent[], colours: Map<string, string>): { colour: string; x: number; y: number }[] {
  const at = (colour: string, x: number, y: number) => ({ colour, x: (x + 0.5) * SPACE, y: (y + 0.5) * SPACE })
  return events.flatMap((event) => {
    if (event.kind === 'scored')
      return event.runs.flatMap(({ colour, sources }) => sources.map(([x = 0, y = 0]) => at(colour, x, y)))
    if (event.kind !== 'pyramid') return []
    return event.sources.flatMap(([x = 0, y = 0]) => {
      const colour = colours.get(`${x},${y}`)
      return colour ? [at(colour, x, y)] : []
    })
  })
}

/** The lines and pyramids that gave the points, a sentence each. */
export function reasonsOf(events: AxioEvent[], colours: Map<string, string>): string[] {
  return events.flatMap((event) => {
    if (event.kind === 'scored')
      return event.runs.map(({ colour, half, sources, to }) =>
        t('fromLine', {
          colour: colourName(colour),
          count: sources.length,
          at: half.join(','),
          way: t(`way${to}` as Key),
        }),
      )
    if (event.kind !== 'pyramid') return []
    const around = event.sources.flatMap((at) => colours.get(at.join(',')) ?? [])
    return [t('fromPyramid', { at: event.at.join(','), colours: around.map(colourName).join(', ') })]
  })
}
