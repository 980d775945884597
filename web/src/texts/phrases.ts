/** What is said with one tap, in every reader's language. */

import { settings, type Language } from '../lib/settings.svelte'
import type { Phrase } from '../lib/types'

const WORDS: Record<Language, Record<Phrase | 'phrases' | 'mute' | 'unmute' | 'muted', string>> = {
  en: {
    hello: 'Hello!',
    luck: 'Good luck, have fun!',
    nice: 'Nice move!',
    well_played: 'Well played!',
    good_game: 'Good game!',
    thanks: 'Thanks!',
    sorry: 'Sorry!',
    moment: 'One moment, please.',
    your_turn: 'It is your turn.',
    again: 'Another game?',
    bye: 'Goodbye!',
    phrases: 'Say it with one tap',
    mute: 'Mute',
    unmute: 'Show the chat again',
    muted: 'The chat is muted: you do not see what others say.',
  },
  de: {
    hello: 'Hallo!',
    luck: 'Viel Glück und viel Spaß!',
    nice: 'Schöner Zug!',
    well_played: 'Gut gespielt!',
    good_game: 'Schönes Spiel!',
    thanks: 'Danke!',
    sorry: 'Entschuldigung!',
    moment: 'Einen Moment, bitte.',
    your_turn: 'Du bist dran.',
    again: 'Noch ein Spiel?',
    bye: 'Tschüss!',
    phrases: 'Schnell gesagt',
    mute: 'Stumm',
    unmute: 'Chat wieder anzeigen',
    muted: 'Der Chat ist stumm: Du siehst nicht, was andere schreiben.',
  },
  it: {
    hello: 'Ciao!',
    luck: 'Buona fortuna e buon divertimento!',
    nice: 'Bella mossa!',
    well_played: 'Ben giocato!',
    good_game: 'Bella partita!',
    thanks: 'Grazie!',
    sorry: 'Scusa!',
    moment: 'Un momento, per favore.',
    your_turn: 'Tocca a te.',
    again: 'Un’altra partita?',
    bye: 'Alla prossima!',
    phrases: 'Con un tocco',
    mute: 'Silenzia',
    unmute: 'Mostra di nuovo la chat',
    muted: 'La chat è silenziata: non vedi ciò che scrivono gli altri.',
  },
}

export const PHRASES: readonly Phrase[] = ['hello', 'luck', 'nice', 'well_played', 'good_game', 'thanks', 'sorry', 'moment', 'your_turn', 'again', 'bye']

export const phrase = (key: keyof (typeof WORDS)['en']): string => WORDS[settings.kept.language][key]
