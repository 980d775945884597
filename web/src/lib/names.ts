/** A friendly name for whoever has not said theirs. */

import type { Language } from './settings.svelte'

type Gender = 'm' | 'f' | 'n'

const ENGLISH = {
  how: ['Amber', 'Brave', 'Bright', 'Calm', 'Clever', 'Gentle', 'Lucky', 'Merry', 'Nimble', 'Quiet', 'Sunny', 'Swift'],
  who: ['Badger', 'Dolphin', 'Falcon', 'Fox', 'Hare', 'Heron', 'Lynx', 'Magpie', 'Otter', 'Owl', 'Robin', 'Swallow', 'Tortoise', 'Wren'],
}
const GERMAN = {
  how: ['Flink', 'Fröhlich', 'Gelassen', 'Heiter', 'Hell', 'Klug', 'Kühn', 'Munter', 'Ruhig', 'Sanft', 'Schlau', 'Wach'],
  endings: { m: 'er', f: 'e', n: 'es' },
  who: [
    ['Biber', 'm'], ['Dachs', 'm'], ['Delfin', 'm'], ['Eichhorn', 'n'], ['Elster', 'f'], ['Eule', 'f'], ['Falke', 'm'], ['Fuchs', 'm'],
    ['Luchs', 'm'], ['Meise', 'f'], ['Otter', 'm'], ['Reh', 'n'], ['Reiher', 'm'], ['Schwalbe', 'f'],
  ] as [string, Gender][],
}
const ITALIAN = {
  how: [
    ['Allegro', 'Allegra'], ['Attento', 'Attenta'], ['Calmo', 'Calma'], ['Curioso', 'Curiosa'], ['Fiero', 'Fiera'], ['Gentile', 'Gentile'],
    ['Lesto', 'Lesta'], ['Quieto', 'Quieta'], ['Saggio', 'Saggia'], ['Sereno', 'Serena'], ['Sveglio', 'Sveglia'], ['Veloce', 'Veloce'],
  ] as [string, string][],
  who: [
    ['Airone', 'm'], ['Castoro', 'm'], ['Delfino', 'm'], ['Falco', 'm'], ['Gazza', 'f'], ['Gufo', 'm'], ['Lepre', 'f'], ['Lince', 'f'],
    ['Lontra', 'f'], ['Rondine', 'f'], ['Scoiattolo', 'm'], ['Tartaruga', 'f'], ['Tasso', 'm'], ['Volpe', 'f'],
  ] as [string, Gender][],
}

export function friendlyName(language: Language, random: () => number = Math.random): string {
  const one = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  if (language === 'de') {
    const [who, gender] = one(GERMAN.who)
    return `${one(GERMAN.how)}${GERMAN.endings[gender]} ${who}`
  }
  if (language === 'it') {
    const [who, gender] = one(ITALIAN.who)
    return `${who} ${one(ITALIAN.how)[gender === 'f' ? 1 : 0]}`
  }
  return `${one(ENGLISH.how)} ${one(ENGLISH.who)}`
}
