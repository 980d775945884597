/** How long something still takes, in as few characters as say it. */

import { t } from './i18n/index.svelte'

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400]

export function span(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds))
  const [days, hours, minutes] = [Math.floor(left / DAY), Math.floor(left / HOUR), Math.floor(left / MINUTE)]
  if (days >= 1) return [t('shortDays', { count: days }), hours % 24 && t('shortHours', { count: hours % 24 })].filter(Boolean).join(' ')
  if (hours >= 1) return t('shortHours', { count: hours })
  return minutes >= 1 ? t('shortMinutes', { count: minutes }) : t('shortSeconds', { count: left })
}

/** How long there is for a decision, in words. */
export function clockText(seconds: number, increment: number | null = null): string {
  if (increment !== null) return t('clockWhole', { minutes: Math.round(seconds / 60), seconds: increment })
  if (seconds < MINUTE) return t('clockSeconds', { count: seconds })
  return seconds < DAY ? t('clockMinutes', { count: Math.round(seconds / MINUTE) }) : t('clockDays', { count: Math.round(seconds / DAY) })
}
