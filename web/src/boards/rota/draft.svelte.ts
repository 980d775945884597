import type { Idea, Prospect } from '../../lib/ideas'
import type { Offers } from '../../lib/offers'
import type { Draft } from '../game'
import type { Colour } from '../tracks/colours'
import { key, type Cell } from './geometry'
import { readPlacement, type Placement } from './placement'

/** An idea where it would be played. */
export type Ghost = Placement & Prospect & Pick<Idea, 'move' | 'rank' | 'mark' | 'label'>

/** Ideas by cell: the best of each. */
export function ghostsOf(ideas: readonly Idea[]): Ghost[] {
  const found = new Map<string, Ghost>()
  for (const { move, rank, share, expected, outlook, mark, label } of ideas) {
    const lies = readPlacement(move)
    if (lies && !found.has(key(lies))) found.set(key(lies), { ...lies, move, rank, share, expected, outlook, mark, label })
  }
  return [...found.values()]
}

/** A tile being tried: a cell, a turn, and a colour where one is to be named. */
export class RotaDraft implements Draft {
  cell = $state<Cell | null>(null)
  turn = $state(0)
  name = $state<Colour | null>(null)
  #offers = $state.raw<Offers | null>(null)

  cells = $derived.by<Cell[]>(() => {
    const seen = new Map<string, Cell>()
    for (const move of this.#offers?.moves() ?? []) {
      const at = move.slice(0, move.indexOf('/'))
      const [x, y] = at.split(',').map(Number)
      if (!seen.has(at)) seen.set(at, { x: x ?? 0, y: y ?? 0 })
    }
    return [...seen.values()]
  })

  /** Is a colour to be named for the empty corner as the tile lies? */
  asksName = $derived(this.cell !== null && (this.#offers?.has(this.notation('R')) ?? false))

  move = $derived.by(() => {
    if (!this.cell || !this.#offers) return null
    const move = this.notation(this.asksName ? this.name : null)
    return this.#offers.has(move) ? move : null
  })

  gain = $derived(this.move === null ? '' : (this.#offers?.gain(this.move) ?? ''))

  notation(name: string | null): string {
    return `${this.cell?.x},${this.cell?.y}/${this.turn}${name ? `=${name}` : ''}`
  }

  /** What naming a colour would score. */
  gainOf(name: Colour): string {
    return this.#offers?.gain(this.notation(name)) ?? ''
  }

  begin(offers: Offers | null): void {
    this.#offers = offers
    this.clear()
  }

  clear(): void {
    this.cell = null
    this.name = null
    this.turn = 0
  }

  place(cell: Cell): boolean {
    const fits = this.cells.some((other) => other.x === cell.x && other.y === cell.y)
    if (fits) this.cell = cell
    return fits
  }

  rotate(by: number): void {
    this.turn = (this.turn + by + 4) % 4
  }

  set(move: string): void {
    const lies = readPlacement(move)
    if (!lies) return
    this.cell = { x: lies.x, y: lies.y }
    this.turn = lies.turn
    this.name = lies.name
  }
}
