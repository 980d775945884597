import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Idea, Reason } from './ideas'
import { loadWords } from './i18n/index.svelte'
import { ideasOf } from './ideas'
import { Offers } from './offers'
import { reasonText, WORDS } from './reasons'
import type { IdeaInfo } from './types'

const settings = vi.hoisted(() => ({ kept: { language: 'en' } }))
vi.mock('./settings.svelte', () => ({ settings }))
beforeAll(() => Promise.all([loadWords('de'), loadWords('it')]))
beforeEach(() => void (settings.kept.language = 'en'))

const VALUES = { colours: 'B', by: 2, to: 4, left: 1, points: 5, count: 2, seat: 1, card: '27', effect: 'pivot', tenths: 13 }
const names = ['You', 'Ada']
const said = (code: Reason['code'], values: Reason['values'] = VALUES): string => reasonText({ code, values }, names)

describe.each(['en', 'de', 'it'])('in %s', (language) => {
  it('every reason has words, and they are short', () => {
    settings.kept.language = language
    const found = (Object.keys(WORDS) as Reason['code'][]).map((code) => said(code))
    expect(new Set(found).size).toBe(found.length)
    for (const words of found) {
      expect(words).not.toMatch(/[{}]|undefined/)
      expect(words.length).toBeLessThan(64)
    }
  })
})

it('says what the values are', () => {
  expect(said('lowest')).toBe('raises the lowest colour, blue\u00a0+2')
  expect(said('lowest', { colours: 'BG', by: 1, to: 3 })).toBe('raises the lowest colours to 3')
  expect(said('blocks')).toBe('takes blue from Ada, who needs it')
  expect(said('completes')).toBe('completes card 27; effect: pivot')
  expect(said('completes', { card: '27', effect: '' })).toBe('completes card 27')
  expect(said('will_complete', { card: '27', count: 1 })).toBe('can complete card 27')
  expect(said('further')).toBe('by the end the lowest colour is about 1.3 higher, mostly blue')
  expect(said('further', { colours: '', tenths: 5 })).toBe('by the end the lowest colour is about 0.5 higher')
  expect(said('will_mark', { count: 1 })).toBe('can mark one own section')
  expect(said('trials')).toBe('did best in trial games')
  expect(reasonText({ code: 'trials', values: {} }, names, 2)).toBe('did next best in trial games')
  expect(reasonText({ code: 'glance', values: {} }, names, 3)).toBe('looks next best at a glance')
  settings.kept.language = 'de'
  expect(said('marks', { card: '27', count: 1 })).toBe('markiert ein Feld auf Karte 27')
  expect(said('marks', { card: '27', count: 1, left: 4 })).toBe('danach fehlen Karte 27 noch 4')
  expect(said('circle_first')).toBe('schließt den Viererkreis in Blau, bevor es andere tun')
  settings.kept.language = 'it'
  expect(said('extra_turn')).toBe('AXIO in blu, un turno extra')
})

it('three ideas, of the moves that are still offered', () => {
  const info = (move: string): IdeaInfo => ({
    move,
    gain: 'R1',
    win_share: 0.5,
    expected: [1],
    playouts: 900,
    outlook: 'open',
    reason: null,
  })
  const offers = new Offers([['', ['a', 'b', 'c', 'd'], ['', '', '', '']]])
  const found: Idea[] = ideasOf(['a', 'x', 'b', 'c', 'd'].map(info), offers)
  expect(found.map(({ move, rank, share }) => [move, rank, share])).toEqual([['a', 1, 0.5], ['b', 2, 0.5], ['c', 3, 0.5]])
  expect(ideasOf([info('a')], null)).toEqual([])
})
