import { beforeEach, expect, it, vi } from 'vitest'
import type { Draft, GameParts } from '../boards/game'
import type { Place } from './decision.svelte'
import type { Offers } from './offers'
import type { AnyView, IdeaInfo, TableInfo } from './types'

vi.mock('./settings.svelte', () => ({ settings: { kept: { language: 'en', confirmAtOnce: false } } }))
const { Decision } = await import('./decision.svelte')

const offers = { has: (move: string) => move !== 'x', equals: () => false } as unknown as Offers
const idea = (move: string): IdeaInfo => ({ move, win_share: null, expected: [], gain: '', reason: null, outlook: 'win' }) as unknown as IdeaInfo

let draft: Draft
let place: { -readonly [K in keyof Place]: Place[K] }
let decision: InstanceType<typeof Decision>

function at(number: number, seat: number | null = 0): Place['shown'] {
  return { seat, number, offers, events: [], deadlines: [], view: { to_act: [0] } as unknown as AnyView }
}

beforeEach(() => {
  draft = { move: null, gain: '', begin: vi.fn(), set: vi.fn() } as unknown as Draft
  place = {
    table: { connection: 'open', of: () => undefined, move: vi.fn(async () => 8), preview: async () => [], hint: vi.fn(async () => [idea('a'), idea('x')]) },
    info: { id: 'abc', status: 'playing', seats: [{ away: false }] } as unknown as TableInfo,
    stage: { isStaging: false, skip: vi.fn() },
    shown: at(7),
    names: ['Ada'],
    parts: { draft: () => draft } as unknown as GameParts,
  }
  decision = new Decision(place)
})

it('begins with what is offered', () => {
  expect(draft.begin).toHaveBeenCalledExactlyOnceWith(offers)
})

it('asks nothing while moves are shown, without a connection, and when the game is over', () => {
  expect(decision.offers).toBe(offers)
  place.stage = { ...place.stage, isStaging: true }
  expect([decision.offers, decision.prompt]).toEqual([null, { key: 'promptStaged' }])
  place.info = { ...place.info, seats: [{ away: true }] } as unknown as TableInfo
  expect(decision.prompt, 'a bot plays on').toBeNull()
  place.stage = { ...place.stage, isStaging: false }
  place.info = { ...place.info, status: 'over' }
  expect(decision.offers).toBeNull()
})

it('sends a move once, for the state that is seen, and asks again at the next', async () => {
  await decision.confirm()
  expect(place.table.move).not.toHaveBeenCalled()
  draft = Object.assign(decision.draft, { move: 'a' })
  const sent = decision.confirm()
  await decision.confirm()
  await sent
  expect(place.table.move).toHaveBeenCalledExactlyOnceWith(0, 7, 'a')
  expect([decision.sending, decision.offers]).toEqual([false, null])
  place.shown = at(8)
  expect(decision.offers).toBe(offers)
})

it('says what went wrong, and may be tried again', async () => {
  vi.mocked(place.table.move).mockRejectedValueOnce(new Error('no'))
  await decision.play('a')
  expect(decision.problem).not.toBe('')
  expect([decision.sending, decision.offers]).toEqual([false, offers])
  await decision.play('a')
  expect(decision.problem).toBe('')
})

it('shows ideas that can be played, and hides them', async () => {
  decision.toggleHint()
  expect(decision.thinking).toBe(true)
  await vi.waitFor(() => expect(decision.thinking).toBe(false))
  expect(decision.ideas.map(({ move }) => move)).toEqual(['a'])
  decision.toggleHint()
  expect(decision.ideas).toEqual([])
})
