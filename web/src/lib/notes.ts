/** What is heard, as tables of notes: at which millisecond, how high, how long, how loud. No sound is longer than 400 ms. */

export interface Note {
  at: number
  /** In hertz; a knock falls from here. */
  pitch: number
  length: number
  /** Against the others. */
  loud: number
  kind: 'wood' | 'tone'
}

/** A pentatonic scale: whatever sounds together sounds well. */
const SCALE = [523.25, 587.33, 659.25, 783.99, 880]
const ORDER = 'RGBOP'
/** Colours that are not of the five. */
const OTHERS: Record<string, number> = { Y: 783.99 }

export const pitchOf = (colour: string): number => SCALE[ORDER.indexOf(colour)] ?? OTHERS[colour] ?? SCALE[0] ?? 440

const tone = (at: number, pitch: number, length: number, loud = 1): Note => ({ at, pitch, length, loud, kind: 'tone' })

/** A step of the scale, over as many octaves as it takes. */
const step = (number: number): number => (SCALE[number % SCALE.length] ?? 440) * 2 ** Math.floor(number / SCALE.length)

/** A piece lands. */
export const knock = (): Note[] => [{ at: 0, pitch: 210, length: 90, loud: 1.6, kind: 'wood' }]
/** A corner or a line gives points. */
export const corner = (colour: string): Note[] => [tone(0, pitchOf(colour), 240)]
/** A circle of one colour: its chord. */
export const ring = (colour: string): Note[] =>
  [0.5, 0.625, 0.75, 1].map((part, index) => tone(18 * index, pitchOf(colour) * part, 380 - 18 * index, 0.6))
/** A track is full: a fifth up. */
export const full = (): Note[] => [tone(0, 523.25, 180), tone(140, 784.88, 260)]
/** A card is complete: nine steps. */
export const card = (): Note[] => Array.from({ length: 9 }, (_, index) => tone(30 * index, step(index) / 2, 150, 0.6))
/** The lowest track has risen. */
export const rise = (): Note[] => [tone(0, 587.33, 120, 0.5), tone(90, 659.25, 200, 0.5)]
export const lastRound = (): Note[] => [tone(0, 392, 200, 0.7), tone(180, 392, 220, 0.5)]
export const yourTurn = (): Note[] => [tone(0, 440, 300, 0.6)]
/** Little time is left: soft, two steps down. */
export const lowTime = (): Note[] => [tone(0, 659.25, 160, 0.4), tone(150, 523.25, 220, 0.4)]
export const win = (): Note[] => [tone(0, 523.25, 160), tone(110, 659.25, 160), tone(220, 783.99, 180)]
export const best = (): Note[] => [tone(0, 783.99, 200, 0.8), tone(160, 1046.5, 240, 0.8)]
