import type { Offers } from '../../lib/offers'
import type { Draft } from '../game'

export interface Spot {
  seat: number | null
  card: string
  x: number
  y: number
  turn: number
}

/** As far from a place, in sections, a shape still snaps to it. */
const REACH = 1.6
const SPOT = /^(mark|free|extra|stamp|wipe) (?:(\d):)?(\d\d)@(\d),(\d)(?:~(\d))?$/

/** A decision being tried: cards of the hand, a colour, a card of the area, or a place on a card. */
export class AxoDraft implements Draft {
  cards = $state<string[]>([])
  colour = $state<string | null>(null)
  /** For a swap: the card that leaves the area. */
  out = $state<string | null>(null)
  spot = $state<Spot | null>(null)
  /** The place under the pointer, shown lightly: a click takes it. */
  hovered = $state<Spot | null>(null)
  /** Quarter turns clockwise that a pivot gives the shape before it is applied. */
  turn = $state(0)
  #offers = $state.raw<Offers | null>(null)

  /** The kind of decision: area, play, mark, free, extra, stamp, wipe, refresh, swap, refill. */
  kind = $derived.by(() => {
    const first = this.#offers?.moves().find((move) => move !== 'pass')
    if (!first) return null
    return first.includes('>') ? 'swap' : (first.split(' ')[0] ?? null)
  })

  spots = $derived.by<Spot[]>(() => (this.#offers?.moves() ?? []).flatMap((move) => readSpot(move) ?? []))

  /** How many cards of the hand are chosen together. */
  wanted = $derived.by(() => {
    const move = this.#offers?.moves().find((one) => /^(area|refill) /.test(one))
    return move ? move.split(' ').length - 1 : this.kind === 'refresh' ? Infinity : 1
  })

  move = $derived.by(() => {
    const move = this.#notation()
    return move !== null && this.#offers?.has(move) ? move : null
  })

  gain = $derived(this.move === null ? '' : (this.#offers?.gain(this.move) ?? ''))

  #notation(): string | null {
    const chosen = [...this.cards].sort()
    switch (this.kind) {
      case 'area':
      case 'refill':
      case 'refresh':
        return chosen.length ? `${this.kind} ${chosen.join(' ')}` : null
      case 'play':
        return chosen.length && this.colour ? `play ${chosen[0]} ${this.colour}` : null
      case 'swap':
        return chosen.length && this.out ? `swap ${this.out}>${chosen[0]}` : null
      default:
        return this.spot && this.kind ? spotNotation(this.kind, this.spot) : null
    }
  }

  begin(offers: Offers | null): void {
    this.#offers = offers
    this.clear()
  }

  clear(): void {
    this.cards = []
    this.colour = null
    this.out = null
    this.spot = null
    this.hovered = null
    this.turn = this.turns.includes(0) ? 0 : (this.turns[0] ?? 0)
  }

  /** Choose a card of the hand, or take it back. Was there room for it? */
  toggle(card: string): boolean {
    if (this.cards.includes(card)) this.cards = this.cards.filter((other) => other !== card)
    else if (this.wanted === 1) this.cards = [card]
    else if (this.cards.length < this.wanted) this.cards = [...this.cards, card]
    else return false
    return true
  }

  /** The sections that a place would mark. */
  gainAt(spot: Spot): string {
    return this.kind ? (this.#offers?.gain(spotNotation(this.kind, spot)) ?? '') : ''
  }

  /** The places as the shape is turned now. */
  here = $derived(this.spots.filter((spot) => spot.turn === this.turn))

  /** The cards on which something can be done: with the shape as it is turned now, if that reaches any. */
  reached = $derived(new Set((this.here.length ? this.here : this.spots).map(({ card }) => card)))

  /** May the shape be turned first? */
  turns = $derived([...new Set(this.spots.map(({ turn }) => turn))])

  /** The places that have to do with a section: at it, or marking it; else, for a shape, any on the card. */
  #around(seat: number, card: string, section: number): Spot[] {
    const here = this.here.filter((spot) => spot.card === card && (spot.seat === null || spot.seat === seat))
    const exact = this.kind !== 'mark'
    const fitting = here.filter((spot) =>
      exact ? 3 * spot.y + spot.x === section : this.gainAt(spot).includes(String(section)),
    )
    return fitting.length || exact ? fitting : here
  }

  /** Try a place that has to do with this section; again: the next such place. Is there one? */
  try(seat: number, card: string, section: number): boolean {
    const among = this.#around(seat, card, section)
    const now = among.findIndex((spot) => same(spot, this.spot))
    this.hovered = null
    if (among.length) this.spot = among[(now + 1) % among.length] ?? null
    return among.length > 0
  }

  /** The shape is over a card, its box beginning there in sections: it snaps to the nearest place. Is there one? */
  slide(card: string, x: number, y: number): boolean {
    const distance = (spot: Spot): number => Math.hypot(spot.x - x, spot.y - y)
    const [nearest] = this.here.filter((spot) => spot.card === card).sort((a, b) => distance(a) - distance(b))
    this.hovered = null
    if (!nearest || distance(nearest) > REACH) return false
    if (!same(nearest, this.spot)) this.spot = nearest
    return true
  }

  /** Turn the shape to where it has a place, if it may be turned; what is tried stays on its card. */
  rotate(by: number): void {
    if (this.kind !== 'mark' || this.turns.length < 2) return
    for (let turn = 1; turn <= 3; turn++) {
      const next = (((this.turn + turn * by) % 4) + 4) % 4
      if (!this.turns.includes(next)) continue
      const { card, x, y } = this.spot ?? { card: null, x: 0, y: 0 }
      this.turn = next
      if (card === null) return
      this.spot = null
      if (!this.slide(card, x, y)) this.spot = this.here.find((spot) => spot.card === card) ?? null
      return
    }
  }

  /** Show lightly what a click would try. What is being tried there already stays as it is. */
  hover(seat: number, card: string, section: number): void {
    const among = this.#around(seat, card, section)
    const isTried = among.some((spot) => same(spot, this.spot))
    this.hovered = isTried ? null : (among[0] ?? null)
  }

  leave(): void {
    this.hovered = null
  }

  /** The next place on the same card, or on the next one. */
  step(by: number): void {
    const now = this.spots.findIndex((spot) => same(spot, this.spot))
    const count = this.spots.length
    const next = now < 0 && by < 0 ? count - 1 : now + by
    this.#take(this.spots[(next + count) % count])
  }

  /** The first place of the next card. */
  stepCard(by: number): void {
    const name = ({ seat, card }: Spot): string => `${seat} ${card}`
    const cards = [...new Set(this.spots.map(name))]
    const now = this.spot ? cards.indexOf(name(this.spot)) : by > 0 ? -1 : 0
    const next = cards[(now + by + cards.length) % cards.length]
    this.#take(this.spots.find((spot) => name(spot) === next && spot.turn === this.turn) ?? this.spots.find((spot) => name(spot) === next))
  }

  #take(spot: Spot | undefined): void {
    this.hovered = null
    if (!spot) return
    this.spot = spot
    this.turn = spot.turn
  }

  set(move: string): void {
    this.clear()
    const spot = readSpot(move)
    if (spot) {
      this.#take(spot)
      return
    }
    const [kind, ...rest] = move.split(' ')
    if (kind === 'play') [this.cards, this.colour] = [[rest[0] ?? ''], rest[1] ?? null]
    else if (kind === 'swap') {
      const [out = '', into = ''] = (rest[0] ?? '').split('>')
      this.out = out
      this.cards = [into]
    } else if (kind !== 'pass') this.cards = rest
  }
}

export function readSpot(move: string): Spot | null {
  const found = SPOT.exec(move)
  if (!found) return null
  return {
    seat: found[2] === undefined ? null : Number(found[2]),
    card: found[3] ?? '',
    x: Number(found[4]),
    y: Number(found[5]),
    turn: Number(found[6] ?? 0),
  }
}

function spotNotation(kind: string, { seat, card, x, y, turn }: Spot): string {
  return `${kind} ${seat === null ? '' : `${seat}:`}${card}@${x},${y}${turn ? `~${turn}` : ''}`
}

function same(one: Spot, other: Spot | null): boolean {
  return other !== null && spotNotation('', one) === spotNotation('', other)
}
