/** What travels between us and the server, as its schema has it; the shapes the HTTP API adds. */

import type { Event, TableInfo, View } from './protocol'

export type * from './protocol'

export type GameEvent = Event
export type GameName = TableInfo['game']
export type Level = 'novice' | 'apprentice' | 'adept' | 'expert' | 'master'
export const LEVELS: Level[] = ['novice', 'apprentice', 'adept', 'expert', 'master']
export const GAMES: GameName[] = ['rota', 'axio', 'axo']
export const TITLES: Record<GameName, string> = { rota: 'Axio Rota', axio: 'Axio', axo: 'AXO' }

export type AnyView = View

export interface PlayerInfo {
  id: string
  name: string
  guest: boolean
}

export interface Lobby {
  open: TableInfo[]
  playing: TableInfo[]
}
