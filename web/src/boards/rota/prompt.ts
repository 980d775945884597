/** Axio Rota for beginners: what to do now. */

import { colourName } from '../../art/colours'
import { t } from '../../lib/i18n/index.svelte'
import type { Offers } from '../../lib/offers'
import type { RotaView } from '../../lib/types'
import type { Said } from '../game'
import { areTold, inWords, lowestColours, placed, waiting } from '../tracks/prompt'
import type { RotaDraft } from './draft.svelte'
import { readPlacement } from './placement'

interface Position {
  view: RotaView
  seat: number
  draft: Pick<RotaDraft, 'cell' | 'asksName' | 'name' | 'gain'>
  offers: Offers | null
  names: readonly string[]
}

export function prompt({ view, seat, draft, offers, names }: Position): Said | null {
  if (!offers) return waiting(view.to_act, names)
  const tracks = view.tracks[seat] ?? []
  if (draft.cell) return draft.asksName && !draft.name ? { key: 'rotaName' } : placed(draft.gain, tracks)
  if (view.extra) return { key: 'rotaTryExtra' }
  if (!areTold(tracks)) return { key: 'rotaTry' }
  return { key: view.stacks[seat] ? 'rotaTryLowest' : 'rotaTryLast', values: { colours: inWords(lowestColours(tracks)) } }
}

export function moveInWords(move: string): string {
  const lies = readPlacement(move)
  if (!lies) return move
  const at = `${lies.x},${lies.y}`
  const words = lies.turn ? t('rotaTurned', { at, turn: lies.turn }) : t('rotaAt', { at })
  return lies.name ? `${words}, ${colourName(lies.name)}` : words
}
