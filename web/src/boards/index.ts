/** The three games' parts by name. A board draws a view and offers the legal moves; a hand holds what is one's own. */

import type { Component } from 'svelte'
import type { GameName } from '../lib/types'
import AxioBoard from './axio/Board.svelte'
import { AxioDraft } from './axio/draft.svelte'
import AxioHand from './axio/Hand.svelte'
import AxoBoard from './axo/Board.svelte'
import { AxoDraft } from './axo/draft.svelte'
import AxoHand from './axo/Hand.svelte'
import type { Draft } from './draft'
import RotaBoard from './rota/Board.svelte'
import { RotaDraft } from './rota/draft.svelte'
import RotaHand from './rota/Hand.svelte'

// Each part is made for its own game's view; the table hands it that and no other.
type Part = Component<any>

export const PARTS: Record<GameName, { Board: Part; Hand: Part; draft: () => Draft }> = {
  rota: { Board: RotaBoard as Part, Hand: RotaHand as Part, draft: () => new RotaDraft() },
  axio: { Board: AxioBoard as Part, Hand: AxioHand as Part, draft: () => new AxioDraft() },
  axo: { Board: AxoBoard as Part, Hand: AxoHand as Part, draft: () => new AxoDraft() },
}
