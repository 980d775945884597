/** A finished game to show to others: its poster, and a film of a few seconds. */

import { answerOf } from './api'
import { settings } from './settings.svelte'

export type Shared = 'poster.png' | 'timelapse.webp'

export function addressOf(table: string, what: Shared, seat: number | null): string {
  const asked = new URLSearchParams({ theme: settings.dark ? 'dark' : 'light', lang: settings.kept.language })
  if (seat !== null && what === 'poster.png') asked.set('seat', String(seat))
  return `/api/tables/${encodeURIComponent(table)}/${what}?${asked}`
}

/** By the share sheet where there is one for files, else as a download. */
export async function share(table: string, what: Shared, seat: number | null, title: string): Promise<void> {
  const response = await fetch(addressOf(table, what, seat), { credentials: 'same-origin' })
  if (!response.ok) await answerOf(response)
  const blob = await response.blob()
  const file = new File([blob], `triax-${table}-${what}`, { type: blob.type })
  if (matchMedia('(pointer: coarse)').matches && navigator.canShare?.({ files: [file] })) {
    // Whoever closes the sheet has changed their mind.
    await navigator.share({ files: [file], title }).catch(() => undefined)
    return
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
