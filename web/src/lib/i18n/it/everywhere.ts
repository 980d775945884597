import type { words as english } from '../en/everywhere'

export const words: typeof english = {
  // Ovunque.
  skip: 'Vai al contenuto',
  home: 'Inizio',
  learn: 'Impara',
  rules: 'Regole',
  settings: 'Impostazioni',
  profile: 'Le mie partite',
  close: 'Chiudi',
  save: 'Salva',
  copy: 'Copia il link',
  copied: 'Copiato',
  loading: 'Un momento…',
  notFound: 'Questa pagina non esiste.',
  toHome: 'Alla pagina iniziale',
  offline: 'Il server non risponde. Le tue partite sono al sicuro; questa pagina riprova da sola.',
  connectionLost: 'Connessione persa – nuovo tentativo…',
  unofficial: 'Una versione non ufficiale e indipendente. I nomi dei giochi appartengono a chi ne detiene i diritti.',

  // Colori e segni.
  colourR: 'rosso',
  colourG: 'verde',
  colourB: 'blu',
  colourO: 'arancione',
  colourP: 'viola',
  colourY: 'giallo',
  empty: 'vuoto',

  // Che cosa è andato storto.
  errBadName: 'Un nome ha da 1 a 24 caratteri visibili di un solo alfabeto, con almeno una lettera o una cifra.',
  errBadPassword: 'Una password ha da 8 a 200 caratteri.',
  errWrongPassword: 'Nome e password non corrispondono.',
  errNameTaken: 'Questo nome appartiene a un altro account, è riservato o somiglia troppo a uno di questi.',
  errNotOver: 'Si può rivedere quando la partita è finita.',
  errTooFast: 'Troppo in una volta. Aspetta un momento e riprova.',
  errTooMany: 'Hai già tutti i tavoli permessi. Prima finiscine o chiudine uno.',
  errUnavailable: 'Il server al momento non è disponibile. Riprova.',
  errInternal: 'Qualcosa è andato storto nel server.',
  errBadRequest: 'Il server non capisce. Ricarica la pagina.',
  errNoSession: 'Questo browser non è più riconosciuto. Ricarica la pagina.',
  errNotYours: 'Questo posto è di un altro giocatore.',
  errNotAllowed: 'Qui, o adesso, non è permesso.',
  errStale: 'Intanto la partita è andata avanti. Guarda di nuovo e decidi.',
  errNotPlaying: 'La partita non è cominciata, o è finita.',
  errNotOpen: 'La partita è già cominciata.',
  errSeatTaken: 'Questo posto è occupato.',
}
