import { describe, expect, it, vi } from 'vitest'
import { loadWords, ordinal } from './i18n/index.svelte'
import { settings } from './settings.svelte'
import { span } from './span'

vi.mock('./settings.svelte', () => ({ settings: { kept: { language: 'en' } } }))

describe('what is left', () => {
  it('is told in few characters', async () => {
    settings.kept.language = 'en'
    expect([0, 5, 160, 3599, 3600, 33_000, 86_400, 100_800].map(span)).toEqual(['0\u00a0s', '5\u00a0s', '2\u00a0min', '59\u00a0min', '1\u00a0h', '9\u00a0h', '1\u00a0d', '1\u00a0d 4\u00a0h'])
    settings.kept.language = 'de'
    await loadWords('de')
    expect(span(100_800)).toBe('1\u00a0T 4\u00a0h')
  })
})

describe('places', () => {
  it('are written as each language has them', () => {
    settings.kept.language = 'en'
    expect([1, 2, 3, 4, 11, 12, 21, 102].map(ordinal)).toEqual(['1st', '2nd', '3rd', '4th', '11th', '12th', '21st', '102nd'])
    settings.kept.language = 'it'
    expect(ordinal(2)).toBe('2º')
  })
})
