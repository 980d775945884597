/** The shape of a rules page: sections of blocks. In the texts, *this* is stressed, **this** a word of the game, `this`
 *  a move as it is written. */

import type { Language } from '../lib/settings.svelte'
import type { GameName } from '../lib/types'

export type Block =
  | string
  | { sub: string }
  | { list: string[] }
  | { steps: string[] }
  | { example: string }
  | { picture: string; caption: string }
  | { table: [string, string][] }

export interface Section {
  id: string
  title: string
  blocks: Block[]
}

export interface RulesText {
  short: string
  sections: Section[]
}

type Module = { text: RulesText }

// Each text is loaded when it is read.
const TEXTS: Record<GameName, Record<Language, () => Promise<Module>>> = {
  rota: { en: () => import('./rota.en'), de: () => import('./rota.de'), it: () => import('./rota.it') },
  axio: { en: () => import('./axio.en'), de: () => import('./axio.de'), it: () => import('./axio.it') },
  axo: { en: () => import('./axo.en'), de: () => import('./axo.de'), it: () => import('./axo.it') },
}

export async function rulesOf(game: GameName, language: Language): Promise<RulesText> {
  return (await TEXTS[game][language]()).text
}
