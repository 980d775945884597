/** The plain table of a game that the client knows nothing of: what its server says of it, as text. */

import type { GameParts } from '../game'
import Board from './Board.svelte'
import { ListDraft } from './draft.svelte'
import Hand from './Hand.svelte'
import Score from './Score.svelte'
import { describe, type AnyEvent } from './text'

const parts: GameParts<object, AnyEvent> = {
  Board,
  Hand,
  Score,
  flows: true,
  confirm: 'confirm',
  alone: { name: 'solo', won: 'youWin', lost: 'lost', done: 'evOver' },
  draft: () => new ListDraft(),
  describe,
  gain: (gain) => gain,
  supply: () => [],
}
export default parts
