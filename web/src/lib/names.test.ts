import { describe, expect, it } from 'vitest'
import { friendlyName } from './names'

describe('friendly names', () => {
  it('agree with their nouns, and are as long as a name may be', () => {
    expect(friendlyName('en', () => 0)).toBe('Amber Badger')
    expect(friendlyName('de', () => 0)).toBe('Flinker Biber')
    expect(friendlyName('de', () => 0.3)).toBe('Heitere Elster')
    expect(friendlyName('it', () => 0.99)).toBe('Volpe Veloce')
    for (const language of ['en', 'de', 'it'] as const)
      for (let at = 0; at < 1; at += 0.01) {
        const name = friendlyName(language, () => at)
        expect(name).toMatch(/^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u)
        expect(name.length).toBeLessThanOrEqual(24)
      }
  })
})
