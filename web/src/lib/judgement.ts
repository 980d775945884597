/** A judged decision in words and figures. */

import type { GameParts } from '../boards/game'
import { number, t, type Key } from './i18n/index.svelte'
import './i18n/review'
import type { Idea } from './ideas'
import { reasonText, valuesOf } from './reasons'
import type { ReviewCandidate, ReviewDecision, ReviewHarm, ReviewMoment, ReviewShown } from './types'

export type Band = ReviewDecision['band']
export type Unit = ReviewShown['unit']

/** From good to bad. */
export const BANDS: readonly Band[] = ['best', 'good', 'inaccuracy', 'mistake', 'blunder']
export const isMistake = (band: Band): boolean => band === 'mistake' || band === 'blunder'
export const isSlip = (band: Band): boolean => isMistake(band) || band === 'inaccuracy'

const upper = (text: string): string => text.replace(/^./u, (letter) => letter.toUpperCase())
export const bandName = (band: Band): string => t(`band${upper(band)}` as Key)
export const bandCount = (band: Band, count: number): string => t(`bands${upper(band)}` as Key, { count })

/** A chance as "62 %", an expected result as "5.4". */
export function valueText(value: number, unit: Unit): string {
  return unit === 'chance' ? `${number(100 * value)}\u00a0%` : number(value, 1)
}

/** Points of chance, or of the result: "15", "0.4"; what is not nothing is not called so. */
export function amountText(value: number, unit: Unit): string {
  return number(amountOf(value, unit), digitsOf(value, unit))
}

const amountOf = (value: number, unit: Unit): number => Math.abs(value) * (unit === 'chance' ? 100 : 1)
const digitsOf = (value: number, unit: Unit): number => (unit === 'result' || amountOf(value, unit) < 9.5 ? 1 : 0)

/** "15 ± 2", "4.2 ± 1.3". */
export function lossText({ loss, error }: Pick<ReviewDecision, 'loss' | 'error'>, unit: Unit): string {
  const digits = digitsOf(loss, unit)
  const margin = Math.max(10 ** -digits, amountOf(error, unit))
  return t('reviewPlusMinus', { value: number(amountOf(loss, unit), digits), error: number(margin, digits) })
}

/** With its sign: "+14", "−15". */
export function signedText(value: number, unit: Unit): string {
  const text = amountText(value, unit)
  return /[1-9]/.test(text) ? `${value < 0 ? '−' : '+'}${text}` : text
}

export function chanceText({ chance, error }: ReviewCandidate, unit: Unit): string {
  const margin = unit === 'chance' ? number(Math.max(1, 100 * error)) : number(Math.max(0.1, error), 1)
  const value = unit === 'chance' ? number(100 * chance) : number(chance, 1)
  return `${t('reviewPlusMinus', { value, error: margin })}${unit === 'chance' ? '\u00a0%' : ''}`
}

export const playedOf = (decision: ReviewDecision): ReviewCandidate | undefined =>
  decision.candidates.find(({ move }) => move === decision.move)

/** The best of the others, where it is better; where it was the best, none. */
export function betterOf(decision: ReviewDecision): ReviewCandidate | null {
  const [best] = decision.candidates
  return best && best.move !== decision.move && decision.band !== 'best' && decision.band !== 'forced' ? best : null
}

export const moveText = (parts: GameParts, { move, gain }: ReviewCandidate): string => parts.moveInWords?.(move, gain) ?? move

const reasonOf = (candidate: ReviewCandidate | undefined, names: readonly string[]): string =>
  candidate?.reason && candidate.reason.code !== 'trials' ? reasonText(candidate.reason, names) : ''

const HARMS: Record<ReviewHarm['code'], Key> = {
  leaves_circle: 'harmCircle',
  leaves_line: 'harmLine',
  leaves_pyramids: 'harmPyramids',
  gives_marks: 'harmMarks',
  further: 'harmFurther',
  more_points: 'harmPoints',
}

export function harmText(harm: ReviewHarm, names: readonly string[]): string {
  return t(harm.code === 'further' && !harm.values.colours ? 'harmFurtherAll' : HARMS[harm.code], valuesOf(harm, names))
}

/** What the better move does and the other does not, and what the worse one left to others. */
function whyOf({ reason, harm }: Pick<ReviewDecision, 'reason' | 'harm'>, names: readonly string[], strong = false): string[] {
  return [
    ...(reason ? [t(strong ? 'sayStrongWhy' : 'sayBetterWhy', { reason: reasonText(reason, names) })] : []),
    ...(harm ? [t(strong ? 'sayPlainHarm' : 'sayHarm', { harm: harmText(harm, names) })] : []),
  ]
}

/** Why, in one or two sentences: what the search knows, and nothing else. Where no reason is known, the figures speak. */
export function sentencesOf(decision: ReviewDecision, names: readonly string[], unit: Unit, moment?: ReviewMoment): string[] {
  if (decision.band === 'forced') return [t('sayForced')]
  if (moment?.kind === 'strong') {
    const gained = t(unit === 'chance' ? 'sayGained' : 'sayGainedResult', { gain: amountText(moment.by, unit) })
    return [...whyOf(moment, names, true), gained]
  }
  if (!betterOf(decision)) {
    if (decision.rank !== 1) return [t('sayWithin')]
    const reason = reasonOf(playedOf(decision), names)
    return [reason ? t('sayBestWhy', { reason }) : t('sayBest')]
  }
  if (!isSlip(decision.band)) return [t('sayGood')]
  return [...whyOf(decision, names), t(unit === 'chance' ? 'sayLost' : 'sayLostResult', { loss: lossText(decision, unit) })]
}

/** The same for the ear, with what the board shows: the moves. */
export function spokenOf(decision: ReviewDecision, parts: GameParts, names: readonly string[], unit: Unit, moment?: ReviewMoment): string[] {
  const [better, played] = [betterOf(decision), playedOf(decision)]
  return [
    ...(played ? [t('sayPlayed', { name: names[decision.seat] ?? '', move: moveText(parts, played) })] : []),
    ...sentencesOf(decision, names, unit, moment),
    ...(better ? [t('sayBetter', { move: moveText(parts, better) })] : []),
  ]
}

/** The move played and the better one, as boards draw ideas. */
export function ideasFor(decision: ReviewDecision, unit: Unit, pointed: string | null): Idea[] {
  const [better, played] = [betterOf(decision), playedOf(decision)]
  const other = decision.candidates.find(({ move }) => move === pointed && move !== decision.move)
  const shown: [ReviewCandidate | null | undefined, 'played' | 'better'][] = [
    [other ?? better, 'better'],
    [played, 'played'],
  ]
  const ideas = shown.flatMap(([candidate, mark]) => (candidate ? [asIdea(candidate, decision, unit, mark)] : []))
  // Of two at one place the first is drawn.
  return pointed === decision.move ? ideas.reverse() : ideas
}

function asIdea(candidate: ReviewCandidate, decision: ReviewDecision, unit: Unit, mark: 'played' | 'better'): Idea {
  const { move, chance, expected, gain, reason } = candidate
  const rank = move === decision.move ? decision.rank : decision.candidates.indexOf(candidate) + 1
  return { move, rank, share: unit === 'chance' ? chance : null, expected, gain, reason, outlook: 'open', mark, label: valueText(chance, unit) }
}
