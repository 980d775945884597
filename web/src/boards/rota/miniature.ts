/** The small picture of Axio Rota, and a game that plays itself in it. */
import type { RotaView } from '../../lib/types'
import film from './film.json'
export { default } from './Miniature.svelte'

type Frame = Pick<RotaView, 'display'>

export function frames(): Frame[] {
  const display = (film.tiles as [string, number, number, number][]).map(([tile, x, y, turn]) => ({ tile, at: [x, y], turn }))
  return display.slice(film.from - 1).map((_, index) => ({ display: display.slice(0, film.from + index) }))
}
