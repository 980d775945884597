/** One's own games, as the first page tells of them. */

import { clockOf, secondsLeft } from './clock'
import { t } from './i18n/index.svelte'
import { inShort } from './people'
import { span } from './span'
import type { OwnTable } from './types'

/** Is it one's own move? */
export const acts = ({ table, yours }: OwnTable): boolean => table.status === 'playing' && table.to_act.some((seat) => yours.includes(seat))

export function whoElse({ table, yours }: OwnTable): string {
  if (table.day) return t('dealOfTheDay')
  const others = table.seats.filter(({ player, bot }, seat) => !yours.includes(seat) && (player || bot))
  if (table.status === 'open' && !others.length) return ''
  return others.length ? inShort(others) : table.players === 1 ? t('solo') : t('atThisScreen')
}

/** In words; nothing where no clock runs. `ahead`: seconds by which the server's clock is. */
export function timeLeft({ table, yours }: OwnTable, now: number, ahead: number): string {
  const running = clockOf(table.deadlines, yours[0] ?? null)
  return table.status === 'playing' && running ? span(secondsLeft(running.deadline, now, ahead)) : ''
}
