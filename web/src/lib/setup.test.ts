import { describe, expect, it } from 'vitest'
import known from '../../../docs/schema/games.json'
import { choicesAlone, fits, tableFor, usual } from './setup'
import type { GameInfo } from './types'

const games = known as GameInfo[]
const axo = games.find(({ name }) => name === 'axo') as GameInfo
const rota = games.find(({ name }) => name === 'rota') as GameInfo

describe('what is settled before a game', () => {
  it('suits most at first', () => {
    const setup = usual(axo, 'bots')
    expect(setup).toMatchObject({ game: 'axo', players: 2, level: 'apprentice', hints: true, options: { effects: true } })
    expect(fits(setup, games)).toBe(true)
    expect(tableFor(setup, axo)).toEqual({ game: 'axo', seats: ['me', 'apprentice'], options: { effects: true }, public: false, clock: null, hints: true })
  })

  it('is as last time where that fits', () => {
    const last = { ...usual(axo, 'bots'), players: 4, level: 'master', options: { effects: false } }
    expect(usual(axo, 'bots', last)).toMatchObject({ players: 4, level: 'master', options: { effects: false } })
    expect(usual(rota, 'bots', last)).toMatchObject({ game: 'rota', players: 2, level: 'master' })
    expect(usual(axo, 'solo', last).players).toBe(1)
    expect(fits({ ...last, game: 'gone' }, games)).toBe(false)
    expect(fits({ ...last, level: 'gone' }, games)).toBe(false)
    expect(usual(rota, 'bots', { ...last, level: 'adaptive' }).level).toBe('adaptive')
    expect(fits({ ...last, level: 'spiteful' }, games)).toBe(true)
  })

  it('asks for a table', () => {
    const friends = { ...usual(rota, 'friends'), players: 3, isPublic: true, clock: 120 }
    expect(tableFor(friends, rota)).toMatchObject({ seats: ['me', 'open', 'open'], public: true, clock: 120, hints: false })
    expect(tableFor(usual(rota, 'screen'), rota)).toMatchObject({ seats: ['me', 'me'], public: false, clock: null })
    expect(tableFor(usual(axo, 'solo'), axo)).toMatchObject({ seats: ['me'], options: { simona: 'left' } })
    expect(tableFor(usual(axo, 'solo'), axo, { simona: 'right' })).toMatchObject({ seats: ['me'], options: { simona: 'right' } })
    expect(tableFor(usual(axo, 'bots'), axo, { simona: 'right' })).toMatchObject({ options: { effects: true } })
  })

  it('knows what is left to be chosen alone', () => {
    expect(choicesAlone(axo).map(({ name, choices }) => [name, choices])).toEqual([['simona', ['left', 'right']]])
    expect(choicesAlone(rota)).toEqual([])
  })
})
