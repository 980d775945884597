/** Sounds made on the spot, and what a phone lets the hand feel. Both begin after the first touch, as browsers want it. */

import type { Note } from './notes'
import { settings } from './settings.svelte'

/** −18 dB. */
const LOUD = 0.126
const WAKING = ['pointerdown', 'keydown'] as const

let context: AudioContext | null = null
/** What is still to be heard, with when it begins. */
const coming = new Map<OscillatorNode, number>()

function wake(): void {
  if (!settings.kept.sound) return
  try {
    context ??= new AudioContext()
    void context.resume()
  } catch {
    // A browser without sound plays on in silence.
  }
}

/** From the first touch on there is sound. Returns what ends it. */
export function listen(): () => void {
  for (const name of WAKING) addEventListener(name, wake, { capture: true, passive: true })
  return () => {
    for (const name of WAKING) removeEventListener(name, wake, { capture: true })
  }
}

export function play(notes: readonly Note[], inMs = 0): void {
  if (!settings.kept.sound || context?.state !== 'running') return
  const begin = context.currentTime + inMs / 1000
  for (const note of notes) sound(context, note, begin + note.at / 1000)
}

function sound(context: AudioContext, { pitch, length, loud, kind }: Note, at: number): void {
  const end = at + length / 1000
  const [oscillator, gain] = [context.createOscillator(), context.createGain()]
  oscillator.type = kind === 'wood' ? 'triangle' : 'sine'
  oscillator.frequency.setValueAtTime(pitch, at)
  if (kind === 'wood') oscillator.frequency.exponentialRampToValueAtTime(pitch / 2.2, end)
  gain.gain.setValueAtTime(0.0001, at)
  gain.gain.exponentialRampToValueAtTime(LOUD * loud, at + (kind === 'wood' ? 0.002 : 0.012))
  gain.gain.exponentialRampToValueAtTime(0.0001, end)
  oscillator.connect(gain).connect(context.destination)
  coming.set(oscillator, at)
  oscillator.onended = () => coming.delete(oscillator)
  oscillator.start(at)
  oscillator.stop(end)
}

/** What has not begun is not heard any more: it was skipped. */
export function hush(): void {
  for (const [oscillator, at] of coming) if (context && at > context.currentTime) oscillator.stop()
}

export function tremble(pattern: number | number[]): void {
  if (settings.kept.haptics && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern)
}
