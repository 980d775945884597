import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadWords, t, type Key } from '../lib/i18n/index.svelte'
import { Offers } from '../lib/offers'
import type { AxioView, RotaView } from '../lib/types'
import { moveInWords as axioMove, prompt as axioPrompt } from './axio/prompt'
import type { Said } from './game'
import { effectMeaning, effectName } from './axo/spoken'
import { moveInWords as rotaMove, prompt as rotaPrompt } from './rota/prompt'

const settings = vi.hoisted(() => ({ kept: { language: 'en' } }))
vi.mock('../lib/settings.svelte', () => ({ settings }))
beforeAll(() => Promise.all([loadWords('en'), loadWords('de'), loadWords('it')]))
beforeEach(() => void (settings.kept.language = 'en'))

const offers = new Offers([['', ['a move'], ['']]])
const names = ['You', 'Ada']
const words = (said: Said | null): string => (said ? t(said.key, said.values) : '')

const rota = { to_act: [0], tracks: [[3, 1, 4, 5, 2], []], stacks: [4, 4], extra: false } as unknown as RotaView
const untouched = { cell: null, asksName: false, name: null, gain: '' }
const lying = { ...untouched, cell: { x: 0, y: 0 } }
const rotaCases: [string, Partial<RotaView>, object, boolean, RegExp][] = [
  ['first of all', { tracks: [[0, 0, 0, 0, 0]] }, untouched, true, /^Tap a free cell .* a corner scores/],
  ['the goal', {}, untouched, true, /lowest colour counts in the end, now green/],
  ['an extra turn', { extra: true }, untouched, true, /^Extra turn!/],
  ['the last tile', { stacks: [0, 0] }, untouched, true, /^Your last tile.* green/],
  ['an empty corner', {}, { ...lying, asksName: true }, true, /^The empty corner may be any colour/],
  ['nothing scored', {}, lying, true, /^No points this way/],
  ['another colour', {}, { ...lying, gain: 'R2' }, true, /Your lowest: green/],
  ['the lowest', {}, { ...lying, gain: 'G1' }, true, /^This raises green/],
  ['several lowest, one of them scored', { tracks: [[1, 1, 1, 5, 2]] }, { ...lying, gain: 'G1' }, true, /^This scores/],
  ['several lowest', { tracks: [[1, 1, 3, 5, 2]] }, untouched, true, /now red and green/],
  ['most of them', { tracks: [[1, 1, 1, 4, 2]] }, untouched, true, /a corner scores/],
  ['others', { to_act: [1] }, untouched, false, /^Ada is playing/],
]

const axio = { to_act: [0], tracks: [[3, 1, 4, 5, 1], []], opened: [true, true], owed: 0 } as unknown as AxioView
const empty = { tile: null, at: null, gain: '', asksExchange: false }
const chosen = { ...empty, tile: 'RG' }
const axioCases: [string, Partial<AxioView>, object, boolean, RegExp][] = [
  ['the first-tile rule', { opened: [false, true] }, empty, true, /first tile lies next to a printed symbol that no tile touches/],
  ['where it may lie', { opened: [false, true] }, chosen, true, /lit space next to a printed symbol/],
  ['a tile', { tracks: [[0, 0, 0, 0, 0]] }, empty, true, /^Choose a tile. Each half/],
  ['the goal', {}, empty, true, /lowest colour counts in the end, now green and purple/],
  ['a space', {}, chosen, true, /^Now tap a free space/],
  ['an extra turn', { owed: 1 }, empty, true, /^Extra turn!/],
  ['an exchange', {}, { ...empty, asksExchange: true }, true, /^If you exchange them, everyone sees them/],
  ['the lowest', {}, { ...chosen, at: { x: 0, y: 0 }, gain: 'P2' }, true, /^This raises purple/],
  ['others', { to_act: [1] }, empty, false, /^Ada is playing/],
]

describe('Axio Rota', () => {
  it.each(rotaCases)('%s', (_, view, draft, asked, expected) => {
    const said = rotaPrompt({ view: { ...rota, ...view }, seat: 0, draft: draft as never, offers: asked ? offers : null, names })
    expect(words(said)).toMatch(expected)
  })
  it('tells a move without its notation', () => {
    expect([rotaMove('2,-1/0'), rotaMove('2,-1/3=B')]).toEqual(['cell 2,-1', 'cell 2,-1, turned 3 times, blue'])
  })
})

describe('Axio', () => {
  it.each(axioCases)('%s', (_, view, draft, asked, expected) => {
    const said = axioPrompt({ view: { ...axio, ...view }, seat: 0, draft: draft as never, offers: asked ? offers : null, names })
    expect(words(said)).toMatch(expected)
  })
  it('tells a move without its notation', () => {
    expect([axioMove('RG@0,1>E'), axioMove('keep')]).toEqual(['red, green on 0,1 and 1,1', 'Keep'])
  })
})

it.each(['en', 'de', 'it'])('a line fits into two of a phone in %s', (language) => {
  settings.kept.language = language
  const lines = [
    ...rotaCases.map(([, view, draft, asked]) =>
      words(rotaPrompt({ view: { ...rota, ...view }, seat: 0, draft: draft as never, offers: asked ? offers : null, names })),
    ),
    ...axioCases.map(([, view, draft, asked]) =>
      words(axioPrompt({ view: { ...axio, ...view }, seat: 0, draft: draft as never, offers: asked ? offers : null, names })),
    ),
  ]
  for (const line of lines) {
    expect(line).not.toMatch(/[{}]/)
    expect(line.length).toBeLessThan(106)
  }
})

/** What is said at a table of AXO, and why a tap did nothing: at their longest. */
const AXO: Key[] = [
  ...(['chooseArea', 'areaMore', 'areaReady', 'choosePlay', 'playColour', 'playReady', 'chooseMark', 'chooseMarkMore', 'markEach', 'markOne', 'markTried'] as const),
  ...(['markCompletes', 'markPassOnly', 'swapIn', 'swapOut', 'chooseSwap', 'chooseFree', 'chooseExtra', 'chooseRefill', 'chooseStamp', 'chooseWipe'] as const),
  ...(['chooseRefresh', 'waitAreas', 'waitMarksOf', 'waitPlay', 'waitRefill', 'waitEffect', 'refusedEnough', 'refusedMarked', 'refusedNotNow'] as const),
  ...(['refusedNothing', 'refusedOpen', 'refusedUsed'] as const),
]

it.each(['en', 'de', 'it'])('a line of AXO fits too, in %s', (language) => {
  settings.kept.language = language
  const values = { card: '22', count: 3, name: 'Bot 2 (Auf Augenhöhe)', names: 'Bot 2 (Auf Augenhöhe)', colour: t('colourB') }
  const effects = ['stamp', 'spark', 'wipe', 'refresh', 'swap', 'pivot'].map((effect) => ({ effect: effectName(effect), what: effectMeaning(effect) }))
  const lines = [...AXO.map((key) => t(key, values)), ...effects.map((one) => t('markCompletesEffect', { ...values, ...one }))]
  for (const line of lines) expect(line).toMatch(/^.{8,102}$/)
})
