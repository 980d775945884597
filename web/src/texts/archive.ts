/** The words of the archive of past deals: they come with it. */

import { fill } from '../lib/i18n/index.svelte'
import { settings } from '../lib/settings.svelte'

const en = {
  title: 'Past days',
  about: 'Deals of past days, for practice: they count for no leaderboard and no streak.',
  show: 'Show past days',
  play: 'Play',
  goOn: 'Continue',
  replay: 'Replay',
  best: 'best {score}',
  own: 'you {score}',
  better: 'Better than {count}\u00a0%',
  picture: 'Result as a picture',
  text: 'Share the result',
  copied: 'Copied',
  painting: 'Drawing…',
}
type Words = typeof en
const de: Words = {
  title: 'Vergangene Tage',
  about: 'Aufgaben vergangener Tage zum Üben: Sie zählen weder für die Bestenliste noch für die Serie.',
  show: 'Vergangene Tage zeigen',
  play: 'Spielen',
  goOn: 'Weiterspielen',
  replay: 'Wiedergabe',
  best: 'Bestwert {score}',
  own: 'du {score}',
  better: 'Besser als {count}\u00a0%',
  picture: 'Ergebnis als Bild',
  text: 'Ergebnis teilen',
  copied: 'Kopiert',
  painting: 'In Arbeit …',
}
const it: Words = {
  title: 'Giorni passati',
  about: 'Sfide dei giorni passati, per esercizio: non valgono in classifica né per la serie.',
  show: 'Mostra i giorni passati',
  play: 'Gioca',
  goOn: 'Continua',
  replay: 'Rivedi',
  best: 'record {score}',
  own: 'tu {score}',
  better: 'Meglio di {count} su 100',
  picture: 'Risultato come immagine',
  text: 'Condividi il risultato',
  copied: 'Copiato',
  painting: 'Sto disegnando…',
}
const ALL = { en, de, it }

export const a = (key: keyof Words, values: Record<string, string | number> = {}): string => fill(ALL[settings.kept.language][key], values)
