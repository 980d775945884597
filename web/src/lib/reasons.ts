/** The reason of an idea in words. */

import { colourName } from '../art/colours'
import { has, list, number, t, type Key } from './i18n/index.svelte'
import type { Reason } from './ideas'

export const WORDS: Record<Reason['code'], Key> = {
  wins: 'reasonWins',
  extra_turn: 'reasonExtraTurn',
  lowest: 'reasonLowest',
  behind: 'reasonBehind',
  near_end: 'reasonNearEnd',
  most_points: 'reasonMostPoints',
  prepares: 'reasonPrepares',
  denies: 'reasonDenies',
  circle: 'reasonCircle',
  circle_first: 'reasonCircleFirst',
  blocks: 'reasonBlocks',
  safe: 'reasonSafe',
  pyramid: 'reasonPyramid',
  line: 'reasonLine',
  exchange: 'reasonExchange',
  keep: 'reasonKeep',
  completes: 'reasonCompletes',
  completes_more: 'reasonCompletesMore',
  nearly: 'reasonNearly',
  most_marks: 'reasonMostMarks',
  marks: 'reasonMarks',
  will_complete: 'reasonWillComplete',
  will_mark: 'reasonWillMark',
  gives_little: 'reasonGivesLittle',
  suits_hand: 'reasonSuitsHand',
  wipes: 'reasonWipes',
  saves: 'reasonSaves',
  renews: 'reasonRenews',
  further: 'reasonFurther',
  more_points: 'reasonMorePoints',
  trials: 'reasonTrials',
  glance: 'reasonGlance',
}

function keyOf({ code, values }: Reason, rank: number): Key {
  if (code === 'trials' && rank > 1) return 'reasonTrialsNext'
  if (code === 'glance' && rank > 1) return 'reasonGlanceNext'
  if (code === 'lowest' && String(values.colours).length > 1) return 'reasonLowestAll'
  if (code === 'completes' && values.effect) return 'reasonCompletesEffect'
  // How many it marks stands beside it. Of a card that is nearly complete more is said elsewhere.
  if (code === 'marks' && Number(values.left) > 2) return 'reasonMarksLeft'
  if (code === 'will_complete' && Number(values.count) > 1) return 'reasonWillCompleteMore'
  if (code === 'further' && !values.colours) return 'reasonFurtherAll'
  return WORDS[code]
}

/** What reasons and harms have values of, in words. */
export function valuesOf({ values }: Pick<Reason, 'values'>, names: readonly string[]): Record<string, string | number> {
  const { colours, seat, tenths } = values
  return {
    ...values,
    ...(colours === undefined ? {} : { colours: list([...String(colours)].map(colourName)) }),
    ...(seat === undefined ? {} : { name: names[Number(seat)] ?? '' }),
    ...(tenths === undefined ? {} : { tenths: number(Number(tenths) / 10, 1) }),
  }
}

/** Of an idea that is not the best, another rank. */
export function reasonText(reason: Reason, names: readonly string[], rank = 1): string {
  const { effect } = reason.values
  const effectKey = `effect${String(effect ?? '').replace(/^./, (letter) => letter.toUpperCase())}`
  return t(keyOf(reason, rank), { ...valuesOf(reason, names), ...(has(effectKey) ? { effect: t(effectKey) } : {}) })
}
