/** What beginners are told in both games with tracks. */

import { colourName } from '../../art/colours'
import { list, t } from '../../lib/i18n/index.svelte'
import type { Said } from '../game'
import { COLOURS, points, type Colour } from './colours'

export function lowestColours(tracks: readonly number[]): Colour[] {
  const least = Math.min(...tracks)
  return COLOURS.filter((_, index) => tracks[index] === least)
}

/** So many colours are named; more of them are many. */
const NAMED = 2

export function inWords(colours: readonly Colour[]): string {
  return colours.length > NAMED ? t('manyColours') : list(colours.map(colourName))
}

/** Is it worth while to say which colours are the lowest? Not before there are points, nor when nearly all are. */
export function areTold(tracks: readonly number[]): boolean {
  return Math.max(...tracks) > 0 && lowestColours(tracks).length <= NAMED
}

/** A tile lies somewhere: what of it? */
export function placed(gain: string, tracks: readonly number[]): Said {
  const lowest = lowestColours(tracks)
  const raised = lowest.filter((colour) => points(gain)[colour])
  if (!gain) return { key: 'tracksNothing' }
  if (lowest.length > 2) return { key: 'tracksScores' }
  if (raised.length) return { key: 'tracksRaises', values: { colours: inWords(raised), count: raised.length } }
  return { key: 'tracksPlace', values: { colours: inWords(lowest) } }
}

/** Others decide. */
export function waiting(toAct: readonly number[], names: readonly string[]): Said | null {
  const [seat] = toAct
  if (seat === undefined) return null
  return toAct.length > 1 ? { key: 'promptWaitMany' } : { key: 'promptWait', values: { name: names[seat] ?? '' } }
}
