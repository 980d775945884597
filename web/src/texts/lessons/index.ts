/** The lessons: positions that tools/lessons.py makes from the rules, and the words to them. */

import type { Groups } from '../../lib/offers'
import type { Language } from '../../lib/settings.svelte'
import type { AnyView, GameEvent } from '../../lib/types'

export interface StepWords {
  title: string
  ask: string
  /** Why it scores, once it is done. */
  why: string
  /** What to look for, after a try that is not it. */
  hint: string
}

export interface LessonWords {
  steps: Record<string, StepWords>
  end: string
}

/** By game. */
export type Lessons = Record<string, LessonWords>

export interface Step {
  name: string
  view: AnyView
  groups: Groups
  /** What a move that scores would do. */
  previews: Record<string, GameEvent[]>
  /** The moves that do what is asked, with what they change. */
  answers: Record<string, { view: Partial<AnyView>; events: GameEvent[] }>
}

const STEPS = import.meta.glob<{ default: unknown }>('./*.json')
const WORDS: Record<Language, () => Promise<{ lessons: Lessons }>> = {
  en: () => import('./en'),
  de: () => import('./de'),
  it: () => import('./it'),
}

export async function stepsOf(game: string): Promise<Step[]> {
  return ((await STEPS[`./${game}.json`]?.())?.default ?? []) as Step[]
}

export async function wordsOf(game: string, language: Language): Promise<LessonWords | null> {
  return (await WORDS[language]()).lessons[game] ?? null
}
