import type { words as english } from '../en/everywhere'

export const words: typeof english = {
  // Überall.
  skip: 'Zum Inhalt springen',
  home: 'Start',
  learn: 'Lernen',
  rules: 'Regeln',
  settings: 'Einstellungen',
  profile: 'Meine Spiele',
  close: 'Schließen',
  save: 'Speichern',
  copy: 'Link kopieren',
  copied: 'Kopiert',
  loading: 'Einen Moment …',
  notFound: 'Diese Seite gibt es nicht.',
  toHome: 'Zur Startseite',
  offline: 'Der Server antwortet nicht. Deine Spiele sind sicher; diese Seite versucht es von selbst noch einmal.',
  connectionLost: 'Verbindung verloren – neuer Versuch …',
  unofficial: 'Eine inoffizielle, unabhängige Umsetzung. Die Rechte an den Namen der Spiele liegen bei anderen.',

  // Farben und Zeichen.
  colourR: 'Rot',
  colourG: 'Grün',
  colourB: 'Blau',
  colourO: 'Orange',
  colourP: 'Violett',
  colourY: 'Gelb',
  empty: 'leer',

  // Was schiefging.
  errBadName: 'Ein Name hat 1 bis 24 sichtbare Zeichen einer Schrift, darunter ein Buchstabe oder eine Ziffer.',
  errBadPassword: 'Ein Passwort hat 8 bis 200 Zeichen.',
  errWrongPassword: 'Name und Passwort gehören nicht zusammen.',
  errNameTaken: 'Dieser Name gehört zu einem anderen Konto, ist reserviert oder sieht einem solchen zu ähnlich.',
  errNotOver: 'Die Wiedergabe gibt es erst nach dem Ende des Spiels.',
  errTooFast: 'Das ist zu viel auf einmal. Warte einen Moment und versuche es noch einmal.',
  errTooMany: 'Mehr Tische gleichzeitig sind nicht möglich. Beende oder schließe zuerst einen.',
  errUnavailable: 'Der Server ist gerade überlastet. Versuche es noch einmal.',
  errInternal: 'Auf dem Server ist etwas schiefgegangen.',
  errBadRequest: 'Der Server versteht das nicht. Lade die Seite neu.',
  errNoSession: 'Dieser Browser ist hier nicht mehr bekannt. Lade die Seite neu.',
  errNotYours: 'Dieser Platz gehört jemand anderem.',
  errNotAllowed: 'Das ist hier nicht erlaubt, oder nicht jetzt.',
  errStale: 'Das Spiel ist inzwischen weitergegangen. Schau noch einmal und entscheide neu.',
  errNotPlaying: 'Das Spiel hat noch nicht begonnen oder ist aus.',
  errNotOpen: 'Das Spiel hat schon begonnen.',
  errSeatTaken: 'Dieser Platz ist besetzt.',
}
