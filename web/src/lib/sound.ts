/** Two small sounds of our own, made on the spot: a piece that lands, and one's turn. Off unless switched on. */

import { settings } from './settings.svelte'

let context: AudioContext | null = null

function tone(frequency: number, length: number, volume: number, type: OscillatorType): void {
  if (!settings.kept.sound) return
  try {
    context ??= new AudioContext()
    const [oscillator, gain] = [context.createOscillator(), context.createGain()]
    oscillator.type = type
    oscillator.frequency.value = frequency
    gain.gain.setValueAtTime(volume, context.currentTime)
    gain.gain.exponentialRampToValueAtTime(0.001, context.currentTime + length)
    oscillator.connect(gain).connect(context.destination)
    oscillator.start()
    oscillator.stop(context.currentTime + length)
  } catch {
    // A browser without sound plays on in silence.
  }
}

export function landed(): void {
  tone(180, 0.09, 0.25, 'triangle')
}

export function yourTurn(): void {
  tone(660, 0.18, 0.12, 'sine')
}
