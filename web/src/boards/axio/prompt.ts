/** Axio for beginners: what to do now. */

import { colourNames } from '../../art/colours'
import { t } from '../../lib/i18n/index.svelte'
import type { Offers } from '../../lib/offers'
import type { AxioView } from '../../lib/types'
import type { Said } from '../game'
import { areTold, inWords, lowestColours, placed, waiting } from '../tracks/prompt'
import type { AxioDraft } from './draft.svelte'
import { halves, key } from './geometry'

interface Position {
  view: AxioView
  seat: number
  draft: Pick<AxioDraft, 'tile' | 'at' | 'gain' | 'asksExchange'>
  offers: Offers | null
  names: readonly string[]
}

export function prompt({ view, seat, draft, offers, names }: Position): Said | null {
  if (!offers) return waiting(view.to_act, names)
  const tracks = view.tracks[seat] ?? []
  const colours = inWords(lowestColours(tracks))
  // The hand asks.
  if (draft.asksExchange) return { key: 'axioExchange' }
  if (draft.tile && draft.at) return placed(draft.gain, tracks)
  const isFirst = !view.opened[seat]
  if (draft.tile) return { key: isFirst ? 'axioSpaceFirst' : 'axioSpace' }
  if (isFirst) return { key: 'axioPickFirst' }
  if (view.owed) return { key: 'axioPickExtra' }
  return areTold(tracks) ? { key: 'axioPickLowest', values: { colours } } : { key: 'axioPick' }
}

export function moveInWords(move: string): string {
  const lies = halves(move)
  if (!lies) return t(move === 'exchange' ? 'exchange' : 'keep')
  return t('axioTileOn', { tile: colourNames(lies.tile), at: key(lies.at), end: key(lies.end) })
}
