/** A finished game passed on: its poster and its film, by the share sheet where there is one, as a file otherwise. */
import { answerOf, Refused } from './api'
import { download } from './download'
import { settings } from './settings.svelte'
import type { TableInfo } from './types'

export type Keepsake = 'poster' | 'film'
/** What became of it: a browser may want another tap before it opens its sheet. */
export type Passed = 'shared' | 'saved' | 'left' | 'again'

const FILES = {
  poster: { name: 'poster.png', type: 'image/png' },
  film: { name: 'timelapse.webp', type: 'image/webp' },
} as const

export function keepsakePath(table: string, what: Keepsake): string {
  const query = new URLSearchParams({ theme: settings.dark ? 'dark' : 'light', lang: settings.kept.language })
  return `/api/tables/${table}/${FILES[what].name}?${query}`
}

/** Painted by the server, which may take some seconds. */
export async function paint(table: Pick<TableInfo, 'id' | 'game'>, what: Keepsake): Promise<File> {
  const response = await fetch(keepsakePath(table.id, what), { credentials: 'same-origin' }).catch(() => {
    throw new Refused('offline', 'the server does not answer', 0)
  })
  if (!response.ok) await answerOf(response)
  const { name, type } = FILES[what]
  return new File([await response.blob()], `triax-${table.game}-${name}`, { type })
}

export async function pass(file: File, title: string): Promise<Passed> {
  const data: ShareData = { files: [file], title }
  // On a computer a file is at hand sooner than a sheet.
  const isHandheld = matchMedia('(pointer: coarse)').matches
  if (!isHandheld || !navigator.canShare?.(data)) {
    download(file)
    return 'saved'
  }
  return sheet(data)
}

/** Words, to the share sheet or the clipboard. */
export async function passText(text: string): Promise<Passed> {
  if (matchMedia('(pointer: coarse)').matches && navigator.canShare?.({ text })) return sheet({ text })
  await navigator.clipboard.writeText(text)
  return 'saved'
}

async function sheet(data: ShareData): Promise<Passed> {
  try {
    await navigator.share(data)
    return 'shared'
  } catch (error) {
    const { name } = error as DOMException
    if (name === 'AbortError') return 'left'
    if (name === 'NotAllowedError') return 'again'
    throw error
  }
}

/** A result of the day, without a word about the deal: others may still play it. */
export function dailyText(title: string, day: string, numbers: number[], place: string, origin: string): string {
  return [`${title} · ${day}`, [numbers.join(' · '), place].filter(Boolean).join(' · '), origin].join('\n')
}
