/** A step as it is heard and felt: each sound at its beat. */

import type { GameParts, Moment } from '../boards/game'
import { motion } from '../boards/motion'
import * as notes from './notes'
import { hush, listen, play, tremble } from './sound'
import type { GameEvent } from './types'

export { hush, listen }

const SOUNDS: Record<Moment['kind'], (moment: Moment) => notes.Note[]> = {
  full: notes.full,
  ring: ({ colour = '' }) => notes.ring(colour),
  card: notes.card,
  rise: notes.rise,
  lastRound: notes.lastRound,
  win: notes.win,
  best: notes.best,
}

const TREMBLES: Record<Moment['kind'], number | number[]> = {
  full: [20, 60, 40],
  ring: 30,
  card: [15, 40, 15, 40, 15],
  rise: 12,
  lastRound: [30, 80, 30],
  win: [20, 60, 20, 60, 60],
  best: [40, 80, 40],
}

/** When a moment's mark comes. */
export function beatOf({ kind }: Moment): number {
  if (kind === 'ring' || kind === 'card') return motion.ms('corners')
  return motion.ms(kind === 'lastRound' ? 'done' : 'slide')
}

/** All hear it; a phone is felt by whoever it is about. */
export function feelMoment(moment: Moment, inMs: number, seat: number | null): void {
  play(SOUNDS[moment.kind](moment), inMs)
  if (moment.seat === null || moment.seat === seat) setTimeout(() => tremble(TREMBLES[moment.kind]), inMs)
}

/** A step that was begun so many milliseconds ago. */
export function feelStep(events: GameEvent[], moments: readonly Moment[], { lands, notes: colours }: GameParts, seat: number | null, ago = 0): void {
  const from = (ms: number): number => Math.max(0, ms - ago)
  if (events.some(({ kind }) => kind === lands)) play(notes.knock(), from(motion.ms('land')))
  const rings = moments.flatMap(({ kind, colour }) => (kind === 'ring' ? [colour] : []))
  const lit = colours?.(events) ?? []
  lit.forEach((colour, index) => {
    // A circle's chord has this note in it.
    if (!rings.includes(colour)) play(notes.corner(colour), from(motion.ms('corners') + index * motion.ms('cornerApart')))
  })
  for (const moment of moments) feelMoment(moment, from(beatOf(moment)), seat)
}

export function feelTurn(): void {
  play(notes.yourTurn())
}

/** One's own time runs out. */
export function feelLow(): void {
  play(notes.lowTime())
  tremble(20)
}
