/** What travels between us and the server, as its schema has it. */

import type { Event, View } from '../generated/protocol'

export type * from '../generated/protocol'

export type GameEvent = Event
export type AnyView = View

type Score = { kind: 'tracks'; colours: string; top: number } | { kind: 'points'; goal: number | null }
export type GameInfo = Omit<import('../generated/protocol').GameInfo, 'scores'> & { scores: Record<string, Score>; won_alone: boolean; levels: string[] }
export type GamesShown = { games: GameInfo[] }
