import axio from './axio'
import axo from './axo'
import type { GameParts } from './game'
import generic from './generic'
import rota from './rota'

const PARTS: Record<string, GameParts> = { rota, axio, axo }

/** A game's parts; one that has none of its own is played at a plain table. */
export const partsOf = (game: string): GameParts => PARTS[game] ?? generic
