import { expect, it, vi } from 'vitest'

const kept = vi.hoisted(() => ({ language: 'en' }))
vi.mock('../settings.svelte', () => ({ settings: { kept } }))

it('a day is written as it is in the chosen language, whatever the zone', async () => {
  const { dayText } = await import('./index.svelte')
  const written = ['en', 'de', 'it'].map((language) => {
    kept.language = language
    return dayText('2026-11-16')
  })
  expect(written).toEqual(['16 November 2026', '16. November 2026', '16 novembre 2026'])
})

it('the day comes first in tournaments too', async () => {
  const { moment } = await import('../../texts/cups')
  kept.language = 'en'
  expect(moment(Date.UTC(2026, 10, 16, 12) / 1000)).toMatch(/^16 Nov 2026, /)
})
