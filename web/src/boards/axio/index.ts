import { t } from '../../lib/i18n/index.svelte'
import type { AxioEvent, AxioView } from '../../lib/types'
import type { GameParts } from '../game'
import { tracks } from '../tracks'
import Board from './Board.svelte'
import { AxioDraft } from './draft.svelte'
import Hand from './Hand.svelte'
import Picture from './Picture.svelte'

const parts: GameParts<AxioView, AxioEvent> = {
  ...tracks,
  Board,
  Hand,
  Picture,
  isTaught: true,
  about: 'axioIs',
  draft: () => new AxioDraft(),
  unseen: () => import('./Unseen.svelte'),
  held: () => import('./Held.svelte'),
  describe(event, names) {
    if (event.kind === 'pyramid') return t('evPyramid', { at: event.at.join(',') })
    if (event.kind === 'exchanged') return t('evExchanged', { name: names[event.seat] ?? '' })
    return tracks.describe(event, names)
  },
  supply: (view) => [t('bag', { count: view.bag }), t('pyramids', { count: view.pyramids.length })],
}
export default parts
