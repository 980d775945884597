/** What is settled before a game, and the table that it makes. */

import type { GameInfo } from './types'

export type Mode = 'solo' | 'bots' | 'screen' | 'friends'

export interface Setup {
  game: string
  mode: Mode
  players: number
  level: string
  hints: boolean
  options: Record<string, unknown>
  /** Seconds for a move, for online tables. */
  clock: number | null
  /** Given: the clock is for the whole game, and so many seconds are added behind each decision. */
  increment?: number | null
  isPublic: boolean
  /** May moves be taken back online, if all agree? */
  takeback?: boolean
}

const USUAL = 'apprentice'

/** Does this bot play this game? */
const plays = (level: string, { levels, characters }: GameInfo): boolean => levels.includes(level) || characters.includes(level)

/** Can this be played here? */
export function fits(setup: Setup | null, games: readonly GameInfo[]): setup is Setup {
  const info = games.find(({ name }) => name === setup?.game)
  return setup !== null && info !== undefined && info.players.includes(setup.players) && (setup.mode !== 'bots' || plays(setup.level, info))
}

/** What suits most, or as it was last time where that fits. */
export function usual(info: GameInfo, mode: Mode, last: Setup | null = null): Setup {
  const { name, players, levels, options } = info
  const counts = players.filter((count) => (mode === 'solo' ? count === 1 : count > 1))
  const before = last?.game === name ? last : null
  return {
    game: name,
    mode,
    players: before && counts.includes(before.players) ? before.players : (counts[0] ?? 1),
    level: last && plays(last.level, info) ? last.level : levels.includes(USUAL) ? USUAL : (levels[0] ?? ''),
    // Among people a game with hints is not rated.
    hints: (mode === 'friends') === (last?.mode === 'friends') ? (last?.hints ?? mode !== 'friends') : mode !== 'friends',
    options: before?.options ?? Object.fromEntries(options.filter(({ kind }) => kind !== 'pieces' && kind !== 'seat').map((one) => [one.name, one.default])),
    clock: mode === 'friends' ? (last?.clock ?? null) : null,
    increment: mode === 'friends' ? (last?.increment ?? null) : null,
    isPublic: mode === 'friends' && (last?.isPublic ?? false),
    takeback: mode === 'friends' && (last?.takeback ?? false),
  }
}

/** What a game leaves to be chosen once for all games alone. */
export const choicesAlone = ({ options }: GameInfo): GameInfo['options'] =>
  options.filter(({ kind, players }) => kind === 'choice' && players.includes(1))

/** The table as the server is asked for it. */
export function tableFor(setup: Setup, info: GameInfo, alone: object = {}): object {
  const { game, mode, players, level, hints, clock, isPublic } = setup
  const rest = { bots: level, screen: 'me', friends: 'open', solo: 'me' }[mode]
  const options = info.options.filter(({ name, kind, players: at }) => (kind === 'flag' || kind === 'choice') && at.includes(players) && name in setup.options)
  return {
    game,
    seats: ['me', ...Array.from({ length: players - 1 }, () => rest)],
    options: { ...Object.fromEntries(options.map(({ name }) => [name, setup.options[name]])), ...(mode === 'solo' ? alone : {}) },
    public: mode === 'friends' && isPublic,
    clock: mode === 'friends' ? clock : null,
    hints: hints && !(mode === 'friends' && isPublic),
    ...(mode === 'friends' && clock !== null && setup.increment != null ? { increment: setup.increment } : {}),
    ...(mode === 'friends' && setup.takeback ? { takeback: true } : {}),
  }
}
