/** What travels between us and the server, as its schema has it. */

import type { Event, TableInfo, View } from '../generated/protocol'

export type * from '../generated/protocol'

export type GameEvent = Event
export type GameName = TableInfo['game']
export type Level = 'novice' | 'apprentice' | 'adept' | 'expert' | 'master'
export const LEVELS: Level[] = ['novice', 'apprentice', 'adept', 'expert', 'master']
export const GAMES: GameName[] = ['rota', 'axio', 'axo']
const TITLES: Record<string, string> = { rota: 'Axio Rota', axio: 'Axio', axo: 'AXO' }
export const titleOf = (game: string): string => TITLES[game] ?? game

export type AnyView = View
