import { expect, it, vi } from 'vitest'
import { aroundLevel, inParts, inShort, levelAbout, levelName, seatNames } from './people'
import type { SeatInfo, TableInfo } from './types'

/** What stands for several bots of one level, if not what the words below make. */
let numbered = ''

vi.mock('./i18n/index.svelte', () => ({
  has: (key: string) => key === 'levelNovice' || key === 'aboutNovice',
  t: (key: string, values: object = {}) => (key === 'botNumbered' && numbered) || [key, ...Object.values(values)].join(' '),
}))

const seat = (about: Partial<SeatInfo>): SeatInfo => ({ player: null, name: null, bot: null, kept_for: null, away: false, resigned: false, resting: false, hinted: false, ...about })
const table = (...seats: SeatInfo[]): TableInfo => ({ seats }) as TableInfo

it('everybody goes by their name, oneself as oneself', () => {
  const seats = [seat({ player: 'a', name: 'Ann' }), seat({ player: 'b', name: 'Ben' }), seat({}), seat({ kept_for: 'Cleo' })]
  expect(seatNames(table(...seats), [1])).toEqual(['Ann', 'you', 'openSeat', 'keptFor Cleo'])
})

it('several of one’s own at one screen go by their number, and so do bots of one level', () => {
  const [own, bot] = [seat({ player: 'a', name: 'Ann' }), seat({ bot: 'novice' })]
  expect(seatNames(table(own, bot, own, bot), [0, 2])).toEqual(['player 1', 'botNumbered levelNovice 1', 'player 3', 'botNumbered levelNovice 2'])
})

it('a level that has no words of its own goes by its name', () => {
  expect([levelName('novice'), levelName('wise')]).toEqual(['levelNovice', 'wise'])
  expect([levelAbout('novice'), levelAbout('wise')]).toEqual(['aboutNovice', ''])
})

it('of a bot’s name the level can be told from the rest', () => {
  expect(aroundLevel('botName wise')).toEqual(['botName ', 'wise', ''])
  expect(aroundLevel('Ann')).toEqual(['', 'Ann', ''])
})

it('the number of one of several bots is told whatever is cut, within or behind', () => {
  expect(inParts('Ann')).toEqual({ before: '', level: 'Ann', after: '', which: '', isWithin: false })
  expect(inParts('botName wise 2')).toEqual({ before: 'botName ', level: 'wise', after: '', which: ' 2', isWithin: false })
  expect(inParts('Bot 12 (wise)')).toEqual({ before: '', level: 'Bot 12 (wise)', after: '', which: '', isWithin: false })
  numbered = 'Bot \t (\n)'
  expect(inParts('Bot 12 (wise)')).toEqual({ before: 'Bot 12 (', level: 'wise', after: ')', which: ' 12', isWithin: true })
})

it('in a short line several bots go by their levels, each once', () => {
  const [novice, wise, ann] = [seat({ bot: 'novice' }), seat({ bot: 'wise' }), seat({ player: 'a', name: 'Ann' })]
  expect(inShort([novice])).toBe('botName levelNovice')
  expect(inShort([novice, ann, novice, wise])).toBe('levelNovice ×2, Ann, wise')
})
