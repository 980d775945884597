/** The small picture of AXO, and a game that plays itself in it. */
import type { AxoView } from '../../lib/types'
import film from './film.json'
export { default } from './Miniature.svelte'

type Frame = Pick<AxoView, 'card' | 'colour' | 'active' | 'options'> & { seats: Pick<AxoView['seats'][number], 'area'>[] }

export function frames(): Frame[] {
  return (film.steps as [string, string, number | null, [string, string][]][]).map(([card, colour, active, area]) => ({
    card,
    colour,
    active,
    options: { effects: true, simona: null },
    seats: [{ area: area.map(([id, marks]) => ({ card: id, marks })) }],
  }))
}
