import { describe, expect, it, vi } from 'vitest'
import source from '../../../src/triax/server/errors.py?raw'
import { WORDS } from './errors'

vi.mock('./i18n/index.svelte', () => ({ t: (key: string) => key }))

describe('refusals', () => {
  it('have words for every code that the server knows', () => {
    const codes = [...source.matchAll(/^ {4}"([a-z_]+)": Code\(/gm)].map(([, code]) => code ?? '')
    expect(codes.length).toBeGreaterThan(20)
    expect(codes.filter((code) => !(code in WORDS))).toEqual([])
  })
})
