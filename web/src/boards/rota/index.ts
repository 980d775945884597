import { t } from '../../lib/i18n/index.svelte'
import type { RotaEvent, RotaView } from '../../lib/types'
import type { GameParts } from '../game'
import { tracks } from '../tracks'
import Board from './Board.svelte'
import { RotaDraft } from './draft.svelte'
import Hand from './Hand.svelte'
import Picture from './Picture.svelte'

const parts: GameParts<RotaView, RotaEvent> = {
  ...tracks,
  Board,
  Hand,
  heldWidth: '140px',
  Picture,
  isTaught: true,
  about: 'rotaIs',
  draft: () => new RotaDraft(),
  unseen: () => import('./Unseen.svelte'),
  held: () => import('./Held.svelte'),
  supply: (view) => [t('supply', { count: view.supply }), t('stack', { count: view.stacks.join(' · ') })],
}
export default parts
