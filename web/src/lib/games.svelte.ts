/** The games of this server and what is true of each. Those that come with it are known at once; plug-ins when it has
 *  been asked. */

import known from '../../../docs/schema/games.json'
import { get } from './api'
import { t } from './i18n/index.svelte'
import { lead } from './ranking'
import type { GameInfo, GamesShown, TableInfo } from './types'

class Games {
  all = $state.raw(known as GameInfo[])
  #asked: Promise<void> | null = null

  /** Ask the server, once. */
  load(): Promise<void> {
    this.#asked ??= get<GamesShown>('/api/games').then(
      ({ games }) => void (this.all = games),
      () => void (this.#asked = null),
    )
    return this.#asked
  }

  of(name: string): GameInfo | undefined {
    const found = this.all.find((game) => game.name === name)
    if (!found) void this.load()
    return found
  }
}

export const games = new Games()

export const titleOf = (game: string): string => games.of(game)?.title ?? game

/** The shape of a score at a table of so many. */
export function scoreOf(game: string, players: number): { kind: 'tracks' | 'points'; top: number } {
  const score = games.of(game)?.scores[players]
  return score?.kind === 'tracks' ? { kind: 'tracks', top: score.top } : { kind: 'points', top: score?.goal ?? 0 }
}

/** What counts of a seat's scores, in words. */
export function scoreText(game: string, players: number, scores: readonly number[]): string {
  const [count, { kind, top }] = [lead(scores), scoreOf(game, players)]
  return kind === 'tracks' ? t('lowest', { count }) : top ? t('pointsOf', { count, goal: top }) : String(count)
}

export const wonAlone = (game: string): boolean => games.of(game)?.won_alone ?? false

/** Can a game that is over be reviewed? It was played to its end, and somebody can judge it. */
export function isReviewed({ game, players, status, seats }: Pick<TableInfo, 'game' | 'players' | 'status' | 'seats'>): boolean {
  const stayed = seats.filter(({ resigned }) => !resigned).length
  return status === 'over' && stayed >= Math.min(2, players) && (games.of(game)?.reviewed ?? false)
}

/** Of the bots, the weakest first. */
export const levelsOf = (game: string): readonly string[] => games.of(game)?.levels ?? []

/** Bots that are no level: one that adapts to the player, and styles. */
export const charactersOf = (game: string): readonly string[] => games.of(game)?.characters ?? []
