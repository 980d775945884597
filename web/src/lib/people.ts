/** What to call whoever holds a seat. */

import { has, t } from './i18n/index.svelte'
import type { SeatInfo, TableInfo } from './types'

export function levelName(level: string): string {
  const key = `level${level[0]?.toUpperCase()}${level.slice(1)}`
  return has(key) ? t(key) : level
}

/** What a bot is like, in a line; of one that nobody has described, nothing. */
export function levelAbout(level: string): string {
  const key = `about${level[0]?.toUpperCase()}${level.slice(1)}`
  return has(key) ? t(key) : ''
}

function seatName(seat: SeatInfo, number: number, mine: readonly number[]): string {
  if (seat.bot) return t('botName', { level: levelName(seat.bot) })
  if (seat.player === null) return seat.kept_for ? t('keptFor', { name: seat.kept_for }) : t('openSeat')
  // At one screen several seats are one's own: they are told apart by their number.
  if (mine.length > 1 && mine.includes(number)) return t('player', { number: number + 1 })
  return mine.includes(number) ? t('you') : (seat.name ?? '')
}

/** A bot's name in three: its level, and what stands before and after it. Where there is no room the level is enough. */
export function aroundLevel(name: string): [before: string, level: string, after: string] {
  const [before = '', after = ''] = t('botName', { level: '\n' }).split('\n')
  if (!name.startsWith(before) || !name.endsWith(after)) return ['', name, '']
  return [before, name.slice(before.length, name.length - after.length), after]
}

/** A name as it is cut where there is no room: what is about the level goes first, the number of one of several bots
 *  never. In some languages it stands within: then it is told at the end only where what is about the level is gone. */
export function inParts(name: string): { before: string; level: string; after: string; which: string; isWithin: boolean } {
  const [start = '', end = ''] = t('botNumbered', { level: '\n', number: '\t' }).split('\n')
  const [head = '', tail] = start.split('\t')
  const number = /^\d+/.exec(name.slice(head.length))?.[0]
  const front = `${head}${number}${tail}`
  if (tail !== undefined && number && name.startsWith(front) && name.endsWith(end)) {
    return { before: front, level: name.slice(front.length, name.length - end.length), after: end, which: ` ${number}`, isWithin: true }
  }
  const which = / \d+$/.exec(name)?.[0] ?? ''
  const [before, level, after] = aroundLevel(name.slice(0, name.length - which.length))
  return { before, level, after, which, isWithin: false }
}

export function seatNames(info: TableInfo, mine: readonly number[]): string[] {
  const found = info.seats.map((seat, number) => seatName(seat, number, mine))
  // Two bots of one level are told apart.
  return found.map((name, number) => {
    if (found.indexOf(name) === found.lastIndexOf(name)) return name
    const which = found.slice(0, number + 1).filter((n) => n === name).length
    const bot = info.seats[number]?.bot
    return bot ? t('botNumbered', { level: levelName(bot), number: which }) : `${name} ${which}`
  })
}

/** Opponents in a short line: of several, bots are called by their level, and counted. */
export function inShort(seats: readonly Pick<SeatInfo, 'bot' | 'name'>[]): string {
  const level = ({ bot, name }: Pick<SeatInfo, 'bot' | 'name'>): string => (bot ? levelName(bot) : (name ?? t('guest')))
  if (seats.length === 1) return seats.map((seat) => (seat.bot ? t('botName', { level: level(seat) }) : level(seat))).join('')
  const names = seats.map(level)
  const counted = (name: string): string => {
    const count = names.filter((one) => one === name).length
    return count > 1 ? `${name} ×${count}` : name
  }
  return [...new Set(names)].map(counted).join(', ')
}

/** Everybody has one of five symbols, always the same. */
export function symbolFor(id: string): string {
  return 'BRPGO'[[...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 5] ?? 'B'
}
