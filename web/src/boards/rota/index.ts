import { t } from '../../lib/i18n/index.svelte'
import type { RotaEvent, RotaView } from '../../lib/types'
import type { GameParts } from '../game'
import { tracks } from '../tracks'
import Board from './Board.svelte'
import { RotaDraft } from './draft.svelte'
import { drawn } from './geometry'
import Hand from './Hand.svelte'
import { moments } from './moments'
import Picture from './Picture.svelte'
import { moveInWords, prompt } from './prompt'

const parts: GameParts<RotaView, RotaEvent> = {
  ...tracks,
  Board,
  Hand,
  heldWidth: '140px',
  isSlim: true,
  Picture,
  moments,
  sign: 'M-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0zM0-9V9M-9 0H9',
  miniature: () => import('./miniature'),
  isTaught: true,
  about: 'rotaIs',
  // Rings around the lamp.
  ground: 'repeating-radial-gradient(circle at 36% 52%, transparent 0 94px, color-mix(in srgb, var(--line) 45%, transparent) 94px 95px)',
  draft: () => new RotaDraft(),
  unseen: () => import('./Unseen.svelte'),
  held: () => import('./Held.svelte'),
  piece: () => import('./Piece.svelte'),
  prompt,
  moveInWords,
  supply(view, seat) {
    const own = seat === null ? [] : [view.stacks[seat] ?? 0].map((value) => ({ value, text: String(value), name: t('yourStack'), heap: value }))
    return [...own, { value: view.supply, text: String(view.supply), name: t('supplyLeft'), heap: view.supply }]
  },
  made(view) {
    const count = drawn(view.display.map(({ tile, turn, at: [x = 0, y = 0] }) => ({ tile, turn, x, y }))).alike.length
    return count ? t('featRings', { count }) : ''
  },
  holds: (view, seat) => t('stack', { count: view.stacks[seat] ?? 0 }),
}
export default parts
