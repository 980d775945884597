/** The shape of a rules page: sections of blocks. In the texts, *this* is stressed, **this** a word of the game, `this`
 *  a move as it is written. */

import type { Language } from '../lib/settings.svelte'

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

// Each text is loaded when it is read.
const TEXTS = import.meta.glob<{ text: RulesText }>('./*.*.ts')

export async function rulesOf(game: string, language: Language): Promise<RulesText | null> {
  return (await TEXTS[`./${game}.${language}.ts`]?.())?.text ?? null
}
