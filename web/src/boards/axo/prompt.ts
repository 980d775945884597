/** What to do now, and why a tap did nothing. */

import { colourName } from '../../art/colours'
import { t, type Key } from '../../lib/i18n/index.svelte'
import type { Offers } from '../../lib/offers'
import type { AxoView } from '../../lib/types'
import type { Said } from '../game'
import { deckOf } from './cards'
import { readSpot, type AxoDraft } from './draft.svelte'
import { effectMeaning, effectName } from './spoken'

export interface Asked {
  view: AxoView
  seat: number | null
  draft: AxoDraft
  /** Null while others decide. */
  offers: Offers | null
  names: readonly string[]
}

const say = (key: Key, values?: Said['values']): Said => ({ key, values })

/** The card that the move being tried would complete. */
export function completes({ view, seat, draft }: Asked): string | null {
  const spot = draft.spot
  if (!spot || spot.seat !== null || draft.move === null || seat === null) return null
  const sheet = view.seats[seat]?.area.find(({ card }) => card === spot.card)
  if (!sheet) return null
  const added = draft.kind === 'mark' ? [...draft.gain].map(Number) : [3 * spot.y + spot.x]
  return [...sheet.marks].every((mark, section) => mark === 'x' || added.includes(section)) ? spot.card : null
}

function placed(asked: Asked): Said | null {
  const { view, draft } = asked
  const card = completes(asked)
  if (card !== null) {
    const effect = deckOf(view.options).get(card)?.effect
    return effect
      ? say('markCompletesEffect', { card, effect: effectName(effect), what: effectMeaning(effect) })
      : say('markCompletes', { card })
  }
  return draft.kind === 'mark' && draft.spot ? say('markTried', { count: draft.gain.length, card: draft.spot.card }) : null
}

const SIMPLE: Record<string, Key> = {
  free: 'chooseFree',
  extra: 'chooseExtra',
  refill: 'chooseRefill',
  stamp: 'chooseStamp',
  wipe: 'chooseWipe',
  refresh: 'chooseRefresh',
}

/** One line for who decides or waits. */
export function promptOf(asked: Asked): Said | null {
  const { view, seat, draft, offers } = asked
  if (view.phase === 'over') return say('evOver')
  if (!offers) return waiting(asked)
  switch (draft.kind) {
    case 'area': {
      const missing = draft.wanted - draft.cards.length
      return missing === 0 ? say('areaReady') : draft.cards.length ? say('areaMore', { count: missing }) : say('chooseArea')
    }
    case 'play':
      if (!draft.cards.length) return say('choosePlay')
      if (!draft.colour) return say('playColour')
      return say('playReady', { card: draft.cards[0] ?? '', colour: colourName(draft.colour) })
    case 'mark':
      if (draft.spot) return placed(asked)
      if (view.marking?.made.length) return say('chooseMarkMore')
      return say(view.active === seat ? 'markEach' : 'markOne')
    case 'swap':
      return draft.out && !draft.cards.length ? say('swapIn') : !draft.out && draft.cards.length ? say('swapOut') : say('chooseSwap')
    case null:
      return offers.has('pass') && view.colour ? say('markPassOnly', { colour: colourName(view.colour) }) : null
    default:
      return placed(asked) ?? say(SIMPLE[draft.kind] ?? 'chooseMark')
  }
}

function waiting({ view, seat, names }: Asked): Said | null {
  const name = (number: number | null | undefined): string => (typeof number === 'number' ? (names[number] ?? '') : t('simona'))
  const others = view.to_act.filter((number) => number !== seat)
  if (!others.length) return null
  // Who they are is seen at their seats; a line has no room for all.
  const many = seat !== null && others.length > 1
  const named = { name: name(others[0]), names: many ? t('waitOthers', { count: others.length }) : others.map(name).join(', ') }
  switch (view.phase) {
    case 'area':
      return say(seat === null ? 'thinking' : 'waitAreas', named)
    case 'mark':
      return say(seat === null ? 'thinking' : 'waitMarksOf', named)
    case 'choose':
      return say('waitPlay', named)
    case 'refill':
      return say('waitRefill', named)
    default:
      return say('waitEffect', named)
  }
}

/** The same in two or three words, beside a name: what this seat owes. */
export function nowOf(view: AxoView, seat: number): string {
  if (view.phase === 'over') return t('nowOver')
  if (!view.to_act.includes(seat)) return t('nowWait')
  switch (view.phase) {
    case 'area':
      return t('nowArea')
    case 'choose':
      return t('nowPlay')
    case 'refill':
      return t('nowRefill')
    case 'effects': {
      const effect = deckOf(view.options).get(view.effects[0]?.[1] ?? '')?.effect
      return effect ? t('nowEffect', { effect: effectName(effect) }) : t('nowWait')
    }
    default:
      if (view.marking?.step === 'extra') return t('nowExtra')
      if (view.marking?.step === 'free') return t('nowFree')
      return t(view.active === seat ? 'nowMarkEach' : 'nowMark')
  }
}

/** What somebody else is doing, in a word. */
export function stateOf(view: AxoView, seat: number): string {
  const owes = view.to_act.includes(seat)
  if (view.phase === 'over') return ''
  if (view.phase === 'mark') return t(owes ? 'seatMarks' : 'seatDone')
  return owes ? t('seatChooses') : view.phase === 'area' ? t('seatDone') : ''
}

/** Why a tap on a section does nothing. */
export function whyNot({ view, seat, draft, offers, names }: Asked, of: number, card: string, section: number): Said | null {
  const marked = view.seats[of]?.area.find((sheet) => sheet.card === card)?.marks[section] === 'x'
  if (!offers) {
    const other = view.to_act.find((number) => number !== seat)
    return other === undefined ? null : say('refusedNotNow', { name: names[other] ?? '' })
  }
  if (draft.kind === 'wipe') return of === seat ? say('chooseWipe') : marked ? null : say('refusedOpen')
  if (of !== seat) return null
  if (draft.kind === 'mark') {
    if (view.marking?.made.some((made) => made.card === card && made.what === 'mark')) return say('refusedUsed', { card })
    return say('refusedNothing', { card, colour: colourName(view.colour ?? '') })
  }
  return marked ? say('refusedMarked') : null
}

/** A move in a few words, without its notation. */
export function moveInWords(move: string, gain = ''): string {
  const spot = readSpot(move)
  // A shape's box begins where it may not mark at all: what counts is how much it marks.
  if (spot && move.startsWith('mark ')) return t('ideaMark', { card: spot.card, count: gain.length })
  if (spot) return t('ideaOne', { card: spot.card, row: spot.y + 1, column: spot.x + 1 })
  const [kind, ...rest] = move.split(' ')
  if (kind === 'pass') return t('pass')
  if (kind === 'play') return t('ideaPlay', { card: rest[0] ?? '', colour: colourName(rest[1] ?? '') })
  if (kind === 'swap') return (rest[0] ?? '').split('>').map((card) => t('cardSpoken', { card })).join(' → ')
  return rest.length === 1 ? t('cardSpoken', { card: rest[0] ?? '' }) : t('ideaCards', { cards: rest.join(', ') })
}

const RAISING = ['area', 'play', 'refill', 'refresh', 'swap']

/** Are cards of the hand to be chosen? Then it is raised into the middle. */
export function isRaised({ draft, offers }: Pick<Asked, 'draft' | 'offers'>): boolean {
  return offers !== null && RAISING.includes(draft.kind ?? '')
}
