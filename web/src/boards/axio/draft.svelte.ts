import type { Idea, Prospect } from '../../lib/ideas'
import type { Offers } from '../../lib/offers'
import type { Point } from '../camera.svelte'
import type { Draft } from '../game'
import { DIRECTIONS, halves, key, middle, notation, step, type Direction, type Laid, type Space } from './geometry'

/** An idea where it would be played. */
export type Ghost = Laid & Prospect & Pick<Idea, 'move' | 'rank' | 'mark' | 'label'>

export function ghostsOf(ideas: readonly Idea[]): Ghost[] {
  return ideas.flatMap(({ move, rank, share, expected, outlook, mark, label }) => {
    const lies = halves(move)
    return lies ? [{ tile: lies.tile, at: lies.at, to: lies.to, move, rank, share, expected, outlook, mark, label }] : []
  })
}

/** Where an idea's rank is read: in its middle, or in the half that what is tried leaves free; null where that hides it. */
export function readAt(ghost: Laid, tried: Laid | null): Space | null {
  const covered = tried ? [key(tried.at), key(step(tried.at, tried.to))] : []
  const free = [ghost.at, step(ghost.at, ghost.to)].filter((space) => !covered.includes(key(space)))
  return free.length === 2 ? middle(ghost.at, ghost.to) : free[0] ? middle(free[0]) : null
}

/** Where on the screen a finger drags a tile of the rack; a mouse hides nothing. */
class Dragged {
  at = $state.raw<Point | null>(null)
}
export const dragged = new Dragged()

/** A tile being tried: which of the rack, where its first half lies, and which way the second. */
export class AxioDraft implements Draft {
  /** Which tile of the rack, by its place there. */
  chosen = $state<number | null>(null)
  tile = $state<string | null>(null)
  at = $state<Space | null>(null)
  to = $state<Direction>('E')
  decision = $state<'exchange' | 'keep' | null>(null)
  #offers = $state.raw<Offers | null>(null)

  asksExchange = $derived(this.#offers?.has('exchange') ?? false)

  /** By space: may a half of the chosen tile lie there? */
  open = $derived.by(() => {
    const found = new Set<string>()
    for (const move of this.#offers?.moves() ?? []) {
      const lies = halves(move)
      if (!lies || (this.tile !== null && lies.tile !== this.tile)) continue
      found.add(key(lies.at)).add(key(lies.end))
    }
    return found
  })

  move = $derived.by(() => {
    if (this.decision) return this.decision
    if (this.tile === null || this.at === null) return null
    const move = notation(this.tile, this.at, this.to)
    return this.#offers?.has(move) ? move : null
  })

  gain = $derived(this.move === null ? '' : (this.#offers?.gain(this.move) ?? ''))

  begin(offers: Offers | null): void {
    this.#offers = offers
    this.clear()
  }

  clear(): void {
    this.chosen = null
    this.tile = null
    this.at = null
    this.decision = null
  }

  pick(index: number, tile: string): void {
    const again = this.chosen === index
    this.chosen = index
    this.tile = tile
    if (again) this.rotate(1)
    else if (this.at) this.place(this.at)
  }

  #fits(at: Space, to: Direction): boolean {
    return this.tile !== null && (this.#offers?.has(notation(this.tile, at, to)) ?? false)
  }

  /** Lay a half on this space: the first if it fits any way round, else the second. */
  place(space: Space): boolean {
    if (this.tile === null) return false
    const ways = [this.to, ...DIRECTIONS.filter((way) => way !== this.to)]
    for (const way of ways)
      if (this.#fits(space, way)) {
        this.at = space
        this.to = way
        return true
      }
    for (const way of ways) {
      const start = step(space, way)
      const back = DIRECTIONS.find((other) => key(step(start, other)) === key(space))
      if (back && this.#fits(start, back)) {
        this.at = start
        this.to = back
        return true
      }
    }
    return false
  }

  /** The next way round that fits; in the hand, simply the next. */
  rotate(by: number): void {
    const now = DIRECTIONS.indexOf(this.to)
    for (let turn = 1; turn <= 4; turn++) {
      const way = DIRECTIONS[(now + by * turn + 8) % 4]
      if (!way) return
      if (this.at === null || this.#fits(this.at, way)) {
        this.to = way
        return
      }
    }
  }

  set(move: string): void {
    if (move === 'exchange' || move === 'keep') {
      this.decision = move
      return
    }
    const lies = halves(move)
    if (!lies) return
    this.tile = lies.tile
    this.chosen = null
    this.at = lies.at
    this.to = lies.to
  }
}
