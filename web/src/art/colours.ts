/** The colours by their letters, in words. */

import { t, type Key } from '../lib/i18n/index.svelte'

export function colourName(letter: string): string {
  return letter === '-' ? t('empty') : t(`colour${letter}` as Key)
}

/** The colours of a piece, one after the other. */
export const colourNames = (piece: Iterable<string>): string => [...piece].map(colourName).join(', ')
