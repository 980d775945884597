import { describe, expect, it, vi } from 'vitest'
import { Offers } from '../../lib/offers'
import type { AxoView } from '../../lib/types'
import { cells, deckOf } from './cards'
import { AxoDraft } from './draft.svelte'
import { completes, isRaised, moveInWords, nowOf, promptOf, whyNot } from './prompt'
import { ranksIn, ranksOf } from './ranks'
import { cardWords, middleWords, sectionWords, shapeWords } from './spoken'

vi.mock('../../lib/i18n/index.svelte', () => ({
  t: (key: string, values: object = {}) => [key, ...Object.values(values)].join(' '),
}))

const player = (...area: [string, string][]): object => ({
  area: area.map(([card, marks]) => ({ card, marks })),
  hand: 4,
  points: 0,
  extra: 0,
  earned: 0,
  pivots: 0,
})

const viewOf = (changes: object = {}): AxoView =>
  ({
    game: 'axo',
    players: 2,
    options: {},
    to_act: [0, 1],
    phase: 'mark',
    active: 1,
    card: '31',
    colour: 'R',
    seats: [player(['11', '..xxxxxx.'], ['12', '.........']), player()],
    hand: ['01'],
    laid: null,
    marking: { step: 'apply', made: [] },
    effects: [],
    pile: 10,
    discard: [],
    simona: null,
    ...changes,
  }) as unknown as AxoView

const MARKS = new Offers([['mark 11@', ['0,0'], ['018']], ['mark 12@', ['1,0'], ['0']], ['', ['pass'], ['']]])

function asked(changes: object = {}, offers: Offers | null = MARKS): Parameters<typeof promptOf>[0] {
  const draft = new AxoDraft()
  draft.begin(offers)
  return { view: viewOf(changes), seat: 0, draft, offers, names: ['You', 'Ada'] }
}

describe('what to do now', () => {
  it('is said for every decision, as far as it has come', () => {
    const marking = asked()
    expect(promptOf(marking)?.key).toBe('markOne')
    expect(promptOf(asked({ active: 0 }))?.key).toBe('markEach')
    marking.draft.try(0, '12', 0)
    expect(promptOf(marking)).toEqual({ key: 'markTried', values: { count: 1, card: '12' } })
    marking.draft.try(0, '11', 0)
    expect([promptOf(marking)?.key, completes(marking)]).toEqual(['markCompletes', '11'])

    const playing = asked({ phase: 'choose' }, new Offers([['play 01 ', ['R', 'B'], ['', '']]]))
    expect([promptOf(playing)?.key, isRaised(playing)]).toEqual(['choosePlay', true])
    playing.draft.toggle('01')
    expect(promptOf(playing)?.key).toBe('playColour')
    playing.draft.colour = 'B'
    expect(promptOf(playing)?.key).toBe('playReady')

    expect(promptOf(asked({}, new Offers([['', ['pass'], ['']]])))?.key).toBe('markPassOnly')
  })

  it('is said while others decide, and when the game is over', () => {
    expect(promptOf(asked({ to_act: [1] }, null))).toEqual({ key: 'waitMarksOf', values: { name: 'Ada', names: 'Ada' } })
    expect(promptOf(asked({ to_act: [1, 2, 3] }, null))?.values?.names).toBe('waitOthers 3')
    expect(promptOf(asked({ phase: 'choose', to_act: [1] }, null))?.key).toBe('waitPlay')
    expect(promptOf(asked({ phase: 'over', to_act: [] }, null))?.key).toBe('evOver')
    expect(nowOf(viewOf({ phase: 'over', to_act: [] }), 0)).not.toBe(nowOf(viewOf({ to_act: [1] }), 0))
  })

  it('a tap that does nothing is told why', () => {
    expect(whyNot(asked(), 0, '12', 4)?.key).toBe('refusedNothing')
    const used = asked({ marking: { step: 'apply', made: [{ what: 'mark', card: '12', sections: [], turn: 0 }] } })
    expect(whyNot(used, 0, '12', 4)?.key).toBe('refusedUsed')
    const extra = asked({}, new Offers([['extra 11@', ['0,0'], ['']]]))
    expect(whyNot(extra, 0, '11', 3)?.key).toBe('refusedMarked')
  })
})

describe('for the ear', () => {
  const deck = deckOf({})

  it('a shape is told row by row', () => {
    expect(shapeWords(cells(['##', '.#', '##']))).toBe('rowSpoken 1 1, 2; rowSpoken 2 2; rowSpoken 3 1, 2')
  })

  it('a card is told with its number, shape, grid and effect', () => {
    const card = [...deck.values()].find(({ effect }) => effect === 'swap')
    expect(card && cardWords(card).split('. ')).toHaveLength(4)
    const plain = deck.get('11')
    expect(plain && cardWords(plain).split('. ')).toHaveLength(3)
  })

  it('the shape in the middle is told as one sees it, and its sections as they stand', () => {
    const played = { card: '31', colour: 'R', active: 1, isSpent: false }
    expect(middleWords(viewOf(), played, 0)).not.toBe(middleWords(viewOf(), played, 1))
    expect(middleWords(viewOf(), null, 0)).not.toBe('')
    const card = deck.get('11')
    if (!card) throw new Error('no card 11')
    const told = [0, 2].map((section) => sectionWords(card, '..xxxxxx.', section, false))
    expect(new Set([...told, sectionWords(card, '..xxxxxx.', 0, true)]).size).toBe(3)
  })

  it('an idea is told without notation', () => {
    for (const move of ['mark 31@0,1', 'extra 31@0,1', 'play 07 R', 'swap 03>09', 'area 01 02 03', 'pass'])
      expect(moveInWords(move)).not.toMatch(/[@>]/)
  })

  it('an idea to apply the shape says how much it marks, never where its box begins', () => {
    expect(moveInWords('mark 30@0,0', '14')).toBe('ideaMark 30 2')
    expect(moveInWords('extra 31@0,1')).toBe('ideaOne 31 2 1')
  })

  it('a card or a colour shows every idea that it belongs to', () => {
    const ideas = ['area 01 02 03', 'area 02 03 04', 'area 01 03 05'].map((move, at) => ({ move, rank: at + 1 }))
    expect(['01', '03', '04', '06'].map((card) => ranksOf(ideas, card))).toEqual([[1, 3], [1, 2, 3], [2], []])
    const plays = ['play 07 R', 'play 09 R', 'play 07 B'].map((move, at) => ({ move, rank: at + 1 }))
    expect(['R', 'B', 'Y'].map((colour) => ranksIn(plays, colour))).toEqual([[1, 2], [3], []])
    expect(['R', 'B'].map((colour) => ranksIn(plays, colour, '09'))).toEqual([[2], []])
  })
})
