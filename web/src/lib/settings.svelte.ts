/** What a player has chosen, kept in the browser. */

import type { Setup } from './setup'

export type Language = 'en' | 'de' | 'it'
export type Theme = 'system' | 'light' | 'dark'
/** What tiles and cards are made of. */
export type Tiles = 'inlay' | 'wood' | 'contrast'
/** How fast moves are shown; off: only where they lead. */
export type Speed = 'normal' | 'fast' | 'off'

interface Kept {
  language: Language
  theme: Theme
  tiles: Tiles
  confirmAtOnce: boolean
  speed: Speed
  sound: boolean
  /** A phone may tremble a little. */
  haptics: boolean
  zen: boolean
  notify: boolean
  /** Is what others say at tables left out? */
  muted: boolean
  /** Is it pushed to this browser? Then an open tab says nothing more. */
  push: boolean
  name: string
  /** By game and option: what is chosen for games alone. */
  alone: Record<string, Record<string, string>>
  /** Words for beginners: null is for the first games only. */
  prompts: boolean | null
  /** Games finished in this browser. */
  played: number
  /** What was played last, to be played again. */
  last: Setup | null
}

/** So many games long, words say what to do. */
const BEGINNINGS = 3

const KEY = 'triax-settings'

function preferred(): Language {
  const wanted = navigator.languages.map((language) => language.slice(0, 2))
  return (wanted.find((language) => ['en', 'de', 'it'].includes(language)) as Language | undefined) ?? 'en'
}

function load(): Kept {
  const standard: Kept = {
    language: preferred(),
    theme: 'system',
    tiles: 'inlay',
    confirmAtOnce: false,
    speed: 'normal',
    sound: true,
    haptics: true,
    zen: false,
    notify: false,
    muted: false,
    push: false,
    name: '',
    alone: {},
    prompts: null,
    played: 0,
    last: null,
  }
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>
    // Kept before there were speeds: sound was off because nobody had chosen it.
    if (!kept.speed) delete kept.sound
    return { ...standard, ...kept }
  } catch {
    return standard
  }
}

class Settings {
  kept = $state<Kept>(load())
  #dark = matchMedia('(prefers-color-scheme: dark)')
  systemIsDark = $state(this.#dark.matches)
  dark = $derived(this.kept.theme === 'dark' || (this.kept.theme === 'system' && this.systemIsDark))

  prompted = $derived(this.kept.prompts ?? this.kept.played < BEGINNINGS)

  constructor() {
    this.#dark.addEventListener('change', (event) => (this.systemIsDark = event.matches))
    addEventListener('storage', (event) => {
      if (event.key === KEY) this.kept = load()
    })
  }

  set<K extends keyof Kept>(key: K, value: Kept[K]): void {
    this.kept[key] = value
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept))
    } catch {
      // Private windows may refuse: the choice then lasts as long as the page.
    }
  }
}

export const settings = new Settings()
