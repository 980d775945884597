/** What the client knows of a game: how it is drawn, and its words. All that is the same for every game asks this object;
 *  what is true of a game (players, options, scores) comes from the server as its facts. It knows no rules. */

import type { Component } from 'svelte'
import type { Key } from '../lib/i18n/index.svelte'
import type { Idea } from '../lib/ideas'
import type { Offers } from '../lib/offers'

/** Words to be said: their key, and what they are filled with. */
export interface Said {
  key: Key
  values?: Record<string, string | number>
}

/** A move being tried: a board and a hand change it together, the table confirms it. A move is what the server has
 *  offered. */
export interface Draft {
  /** The whole notation, once it is a legal move. */
  readonly move: string | null
  /** What it would score, such as "R2B1". */
  readonly gain: string
  /** A new position: what no longer fits is dropped. */
  begin(offers: Offers | null): void
  clear(): void
  /** Take up a whole move, such as a hint's. */
  set(move: string): void
  rotate?(by: number): void
}

/** A key that nothing else is waiting for. */
export function isPlain(event: KeyboardEvent): boolean {
  return !(event.target as Element).closest('input, textarea, select') && !event.ctrlKey && !event.metaKey && !event.altKey
}

/** What keys do to it wherever the focus is: R turns, Escape takes back. */
export function draftKey(event: KeyboardEvent, draft: Draft, offers: Offers | null): void {
  if (!isPlain(event)) return
  if (event.key.toLowerCase() === 'r' && draft.rotate && offers) {
    draft.rotate(event.shiftKey ? -1 : 1)
    event.preventDefault()
  } else if (event.key === 'Escape') draft.clear()
}

export interface BoardProps<V, D extends Draft, E> {
  view: V
  /** Whose eyes; null is a spectator's. */
  seat: number | null
  offers: Offers | null
  draft: D
  /** What led to this position, as this viewer was shown it. */
  events: E[]
  /** What the move being tried would do. */
  preview: E[]
  names: string[]
  onconfirm: () => void
  /** A hint's ideas, the best first; empty when none was asked for. Drawn where they would be played, a tap takes one
   *  up: `draft.set(move)`. */
  ideas: Idea[]
  /** The move of the idea that is pointed at, in the list or on the board. */
  pointed: string | null
  onpoint: (move: string | null) => void
  /** A tap that does nothing says why. */
  onrefused: (why: Said) => void
}

/** Where no hints are given and nobody is prompted. */
export const QUIET = { ideas: [], pointed: null, onpoint: () => undefined, onrefused: () => undefined }

export interface ScoreProps<V> {
  view: V
  /** Whose score. */
  number: number
  name: string
  acts: boolean
  mine: boolean
  /** One of several others: close together. */
  dense: boolean
  /** Side by side at the end: one looks as the other. */
  isEven?: boolean
  note: string
  /** What this seat is about: it is to move, or what it holds. */
  status?: string
  /** What the move being tried would add. */
  gain: string
}

/** A number that decides places. */
export interface Count {
  value: number
  text: string
  /** A symbol before it, with its name. */
  icon?: string
  name?: string
  /** Shown only where the numbers before it are equal. */
  onTie?: boolean
  /** Drawn as a heap of so many. */
  heap?: number
}

/** Something worth a mark on the screen, a sound, and a word for the ear. */
export interface Moment {
  kind: 'full' | 'ring' | 'card' | 'rise' | 'lastRound' | 'win' | 'best'
  /** Whose it is; null is everybody's. */
  seat: number | null
  /** A word or two in large letters; without it, the mark alone. */
  title?: string
  /** A line below it. */
  line?: string
  /** What is said to whoever does not see it; the title and the line unless told. */
  said?: string
  /** The colour's letter. */
  colour?: string
  /** How many points, or which level. */
  count?: number
  /** How many points in all, and how many end the game. */
  total?: number
  goal?: number
}

// Each part is made for its own game's view; the table hands it that and no other.
type Part = Component<any>
type LazyPart = () => Promise<{ default: Part }>

export interface GameParts<V = any, E = any> {
  Board: Part
  Hand: Part
  draft: () => Draft
  /** A seat's scoreboard. */
  Score: Part
  /** What a seat holds, once nothing is hidden any more; at least so wide. */
  held?: LazyPart
  heldWidth?: string
  /** A piece by itself, with its name: `piece` and a view of the game. */
  piece?: LazyPart
  /** The pieces that a viewer has not seen yet. */
  unseen?: LazyPart
  /** What they are called; without it, tiles. */
  unseenName?: Key
  Picture?: Part
  /** The game's sign: a path around 0,0, as wide as 18. */
  sign?: string
  /** A small picture of a position, and a game that plays itself in it. */
  miniature?: () => Promise<{ default: Part; frames: () => unknown[] }>
  about?: Key
  /** Are there a page of rules and a lesson? */
  isTaught?: boolean
  /** Does the board take the height that it needs, where others fill a square? */
  flows?: boolean
  /** On a phone, is there room beside the hand for the buttons? */
  isSlim?: boolean
  /** Around: the board has the whole table and draws the other seats itself; else they stand beside or above it. */
  layout?: 'around'
  /** What is drawn on the ground below everything, as a background. */
  ground?: string
  /** On the main button; drawn by Go where it depends on what is tried. */
  confirm: Key
  Go?: Part
  pass?: string
  /** Is a move looked at first even where it is to be played at once? Its board then confirms it by a second tap. */
  previews?: boolean
  /** A game alone: its name, how it ends, and in words what can be chosen for it. */
  alone: { name: Key; won: Key; lost: Key; done: Key; choices?: Record<string, Key> }
  /** The kind of event that is heard as a piece that lands. */
  lands?: E extends { kind: infer K } ? K : string
  /** The colours that light up one after another, as letters. */
  notes?: (events: E[]) => string[]
  /** An event as a sentence; nothing for what need not be said. What came with it may tell more of it. */
  describe: (event: E, names: readonly string[], step?: readonly E[]) => string
  /** The same where nothing is hidden any more. */
  describeOpenly?: (event: E, names: readonly string[], step?: readonly E[]) => string
  /** The great moments of a step, for whoever looks on from this view. */
  moments?: (events: E[], view: V, names: readonly string[]) => Moment[]
  /** What is left to come, as this seat sees it. */
  supply: (view: V, seat: number | null) => Count[]
  /** What a seat still has, in a few words. */
  holds?: (view: V, seat: number) => string
  /** What a move would score, in words. */
  gain: (gain: string) => string
  /** The same as numbers with symbols. */
  gains?: (gain: string) => Count[]
  /** A move in a few words, without its notation. */
  moveInWords?: (move: string, gain: string) => string
  /** For beginners: what to do now, as the draft stands; offers are null while others decide. */
  prompt?: (position: { view: V; seat: number; draft: any; offers: Offers | null; names: readonly string[] }) => Said | null
  /** The board itself says the same for the ear, with what is tried. */
  tells?: boolean
  /** By seat: what counts, in the order in which it counts. Without it, the scores of the record. */
  counts?: (view: V) => Count[][]
  /** What all have made on the board, at the end, in a few words. */
  made?: (view: V) => string
  /** What decides on a tie. */
  tie?: Key
}
