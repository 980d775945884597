/** What the HTTP API tells of players, boards, the deal of the day and replays; as src/triax/server/api/answers.py has it. */

import type { AnyView, GameEvent, GameName, TableInfo } from './types'

export interface RatingInfo {
  game: GameName
  mu: number
  sigma: number
  ordinal: number
  games: number
}

export interface StatisticsInfo {
  game: GameName
  players: number
  played: number
  won: number
  mean: number | null
  best: number | null
}

export interface PlayerShown {
  id: string
  name: string
  guest: boolean
  since: number
  ratings: RatingInfo[]
  statistics: StatisticsInfo[]
}

export interface PastSeat {
  player: string | null
  name: string | null
  bot: string | null
  place: number | null
  scores: number[] | null
}

export interface PastGame {
  table: string | null
  game: GameName
  players: number
  day: string | null
  rated: boolean
  ended: number
  seats: PastSeat[]
  held: number[]
}

export interface History {
  games: PastGame[]
  before: number | null
}

interface Ranked {
  place: number
  player: string
  name: string
  guest: boolean
}

export interface RankedRating extends Ranked {
  mu: number
  sigma: number
  ordinal: number
  games: number
}

export interface RankedResult extends Ranked {
  scores: number[]
  won: boolean
  ended: number
  table: string | null
}

export interface DailyInfo {
  game: GameName
  day: string
  state: 'new' | 'playing' | 'over'
  table: string | null
  scores: number[] | null
  place: number | null
  finished: number
}

export interface DailyShown {
  day: string
  seconds_left: number
  deals: DailyInfo[]
}

export interface DailyBoard {
  game: GameName
  day: string
  results: RankedResult[]
}

export interface ReplayInfo {
  table: TableInfo
  names: string[]
  positions: number
  moves: { seat: number; move: string }[]
  /** By position and seat. */
  scores: number[][][]
}

export interface PositionShown {
  at: number
  seat: number | null
  move: string | null
  events: GameEvent[]
  views: AnyView[]
  scores: number[][]
}

/** What counts of a seat's scores: the lowest track, or the points of AXO. */
export const lead = (scores: readonly number[]): number => (scores.length ? Math.min(...scores) : 0)

/** The lowest first, as ties are broken. */
export const inOrder = (scores: readonly number[]): number[] => [...scores].sort((a, b) => a - b)
