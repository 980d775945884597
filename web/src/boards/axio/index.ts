import { t } from '../../lib/i18n/index.svelte'
import type { AxioEvent, AxioView } from '../../lib/types'
import type { GameParts } from '../game'
import { tracks } from '../tracks'
import Board from './Board.svelte'
import { AxioDraft } from './draft.svelte'
import Hand from './Hand.svelte'
import { moments } from './moments'
import Picture from './Picture.svelte'
import { moveInWords, prompt } from './prompt'

const parts: GameParts<AxioView, AxioEvent> = {
  ...tracks,
  Board,
  Hand,
  Picture,
  moments,
  sign: 'M-9-9H9V9H-9zM-9-9 9 9M9-9-9 9',
  miniature: () => import('./miniature'),
  isTaught: true,
  about: 'axioIs',
  // Planks.
  ground: 'repeating-linear-gradient(90deg, transparent 0 71px, color-mix(in srgb, var(--line) 45%, transparent) 71px 72px)',
  draft: () => new AxioDraft(),
  unseen: () => import('./Unseen.svelte'),
  held: () => import('./Held.svelte'),
  piece: () => import('./Piece.svelte'),
  prompt,
  moveInWords,
  describe(event, names, step) {
    if (event.kind === 'pyramid') return t('evPyramid', { at: event.at.join(',') })
    if (event.kind === 'exchanged') return t('evExchanged', { name: names[event.seat] ?? '' })
    return tracks.describe(event, names, step)
  },
  supply: (view) => [
    { value: view.bag, text: String(view.bag), name: t('inTheBag') },
    { value: view.pyramids.length, text: String(view.pyramids.length), name: t('pyramidsLeft', { count: view.pyramids.length }) },
  ],
  made: (view) => (view.pyramids.length ? t('featPyramids', { count: view.pyramids.length }) : ''),
  holds: (view, seat) => t('rackCount', { count: view.racks[seat] ?? 0 }),
}
export default parts
