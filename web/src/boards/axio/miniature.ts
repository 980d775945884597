/** The small picture of Axio, and a game that plays itself in it. */
import type { AxioView } from '../../lib/types'
import film from './film.json'
export { default } from './Miniature.svelte'

type Frame = Pick<AxioView, 'side' | 'printed' | 'tiles' | 'pyramids' | 'bare'>

export function frames(): Frame[] {
  const tiles = (film.tiles as [string, number, number, string][]).map(([tile, x, y, to]) => ({ tile, at: [x, y], to }))
  return (film.steps as unknown as [number, number[][], number[][]][]).map(([count, pyramids, bare]) => ({
    side: film.side,
    printed: film.printed as [number, number, string][],
    tiles: tiles.slice(0, count),
    pyramids,
    bare,
  }))
}
