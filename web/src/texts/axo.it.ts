import type { RulesText } from './rules'

export const text: RulesText = {
  short:
    'Davanti a te ci sono tre carte, ognuna con nove sezioni colorate. A ogni turno si gioca una carta e si dichiara un colore, e *tutti* usano la sua forma come mascherina per segnare le sezioni di quel colore. Le carte complete danno punti; a nove punti la partita finisce.',
  sections: [
    {
      id: 'goal',
      title: 'Scopo',
      blocks: ['Completa carte, meglio ancora se più d’una nello stesso turno. Quando dopo un turno qualcuno ha nove punti, la partita finisce e vince il punteggio più alto.'],
    },
    {
      id: 'pieces',
      title: 'Materiale',
      blocks: [
        { picture: 'card', caption: 'Una carta: in alto a sinistra la forma, a destra numero ed effetto, nove sezioni, una già segnata' },
        '**54\u00a0carte.** Ognuna ha una **forma** da tre a cinque quadretti e nove **sezioni**: tre rosse (anello), tre blu (croce) e tre gialle (triangolo). 24\u00a0carte portano anche un **effetto**, stampato come parola.',
      ],
    },
    {
      id: 'setup',
      title: 'Preparazione',
      blocks: [
        {
          steps: [
            'Ogni giocatore siede a un lato di un tavolo quadrato, in ordine orario.',
            'Ogni giocatore riceve sette carte. Nello stesso momento se ne scelgono tre e si posano scoperte davanti a sé: la tua **area**. Le altre quattro sono la tua **mano**.',
            'Il resto è il mazzo. Si sorteggia chi è **di turno** per la prima volta.',
          ],
        },
      ],
    },
    {
      id: 'turn',
      title: 'Un turno',
      blocks: [
        { sub: '1. Scegliere' },
        'Chi è di turno mette al centro una carta della mano e dichiara rosso, blu o giallo. Ora conta solo la forma di questa carta.',
        { sub: '2. Segnare' },
        'Si segna nello stesso momento e in segreto. **Vedi la forma dal tuo lato del tavolo**: ruotata di un quarto in senso antiorario per ogni lato che, in senso orario, ti separa da chi è di turno.',
        { picture: 'sides', caption: 'La stessa carta vista da chi è di turno e dai tre lati successivi in senso orario' },
        'Sposta la forma, così come la vedi, dove vuoi, tutta dentro una delle tue carte, senza ruotarla né rifletterla. **Si segnano tutte le sezioni sottostanti del colore dichiarato**; almeno una deve essere nuova.',
        { picture: 'apply', caption: 'È dichiarato il rosso: si segnano le due sezioni rosse sotto la forma' },
        {
          list: [
            'Chi è **di turno** può applicare la forma fino a tre volte, una per carta.',
            '**Gli altri** la applicano una volta, a una sola carta.',
            'Puoi sempre fare di meno, o niente.',
            '**Segno libero:** se nessuna delle tue sezioni aperte ha il colore dichiarato, segna invece una sezione qualsiasi. Se ne hai ma la forma non ne raggiunge nessuna, non segni nulla.',
            '**Segni extra:** dopo puoi spendere i segni extra dei turni precedenti; ognuno segna una sezione qualsiasi.',
          ],
        },
        'I segni degli altri restano nascosti finché tutti non hanno finito.',
        { sub: '3. Carte complete' },
        'Una carta è completa quando tutte e nove le sezioni sono segnate. Prima agiscono gli effetti: comincia chi è di turno, poi si va in senso orario, e più carte seguono l’ordine dei loro numeri. Poi ottieni punti secondo quante carte completi in questo turno:',
        {
          table: [
            ['1', 'un punto e un segno extra per i turni successivi (al massimo cinque a partita, compresi quelli spesi)'],
            ['2', 'tre punti'],
            ['3', 'quattro punti'],
          ],
        },
        'Le carte complete e la carta giocata vanno negli scarti. Ogni giocatore riporta l’area a tre carte con quelle della mano e pesca fino ad averne quattro in mano. Se il mazzo finisce, si mescolano gli scarti.',
        { sub: '4. Avanti' },
        'È di turno il giocatore successivo in senso orario.',
      ],
    },
    {
      id: 'effects',
      title: 'Effetti',
      blocks: [
        'Un effetto agisce quando la sua carta è completa; puoi anche rinunciarvi. Se un effetto completa un’altra carta, anche quella vale per questo turno. Un tavolo si può giocare anche senza effetti.',
        {
          table: [
            ['timbro', 'segna una sezione aperta qualsiasi su una tua carta incompleta'],
            ['scintilla', 'un segno extra, se non ne hai già avuti cinque'],
            ['gomma', 'togli un segno da una carta incompleta di un altro giocatore'],
            ['ricambio', 'scarta quante carte vuoi della mano e pescane di nuove'],
            ['scambio', 'una carta incompleta dell’area torna in mano senza i suoi segni e una della mano prende il suo posto'],
            ['rotazione', 'tienila: in un turno successivo puoi ruotare la forma come vuoi, per una carta'],
          ],
        },
      ],
    },
    {
      id: 'end',
      title: 'La fine',
      blocks: ['La partita finisce dopo il turno che porta qualcuno a nove punti o oltre. Vince chi allora ha più punti. In caso di parità decide il numero di segni sulle carte incomplete; se è uguale anche questo, il piazzamento è condiviso.'],
    },
    {
      id: 'solo',
      title: 'In solitario: contro Simona',
      blocks: [
        'Simona ha un mazzetto coperto di otto carte e siede alla tua sinistra o alla tua destra. Comincia lei, poi vi alternate. Nel suo turno si scopre la prossima carta del mazzetto; è dichiarato il colore della **sezione centrale**, e tu segni su una carta. Lei non segna mai e non ottiene punti, e la *gomma* non ha effetto.',
        'Con nove punti vinci subito. Se tocca a Simona e il suo mazzetto è vuoto, vince lei.',
      ],
    },
    {
      id: 'notation',
      title: 'Come si scrivono le mosse',
      blocks: [
        'Una sezione è `x,y` da 0 a 2, verso destra e verso il basso.',
        {
          table: [
            ['area 03 17 22', 'metti queste tre carte nell’area'],
            ['play 07 R', 'gioca la carta 07 e dichiara rosso (R, Y per giallo, B)'],
            ['mark 03@1,0', 'applica la forma alla carta 03, con l’angolo in alto a sinistra sulla sezione 1,0'],
            ['mark 03@0,0~2', 'lo stesso con una rotazione, due quarti di giro in senso orario'],
            ['free 03@2,1', 'un segno libero; così anche extra (segno extra) e stamp (timbro)'],
            ['wipe 1:03@2,1', 'togli questo segno dalla carta 03 del posto 1 (si conta da 0)'],
            ['refresh 09 11', 'scarta queste carte e pescane due nuove'],
            ['swap 03>09', 'la carta 03 dell’area con la 09 della mano'],
            ['refill 44', 'metti questa carta nell’area'],
            ['pass', 'non fare nulla, o nulla di più'],
          ],
        },
      ],
    },
  ],
}
