import type { RulesText } from './rules'

export const text: RulesText = {
  short:
    'Davanti a te ci sono tre carte, ognuna con nove sezioni colorate. A ogni turno si gioca una carta e si dichiara un colore, e *ogni posto* usa la sua forma come mascherina per segnare le sezioni di quel colore. Le carte complete danno punti; a nove punti la partita finisce.',
  sections: [
    {
      id: 'goal',
      title: 'Scopo',
      blocks: ['Completa carte, meglio ancora se più d’una nello stesso turno. Quando dopo un turno un posto ha nove punti o più, la partita finisce e vince chi ha più punti.'],
    },
    {
      id: 'pieces',
      title: 'Materiale',
      blocks: [
        { picture: 'card', caption: 'Una carta: in alto a sinistra la forma, a destra numero ed effetto, nove sezioni, una già segnata' },
        '**54 carte.** Ognuna ha una **forma** da tre a cinque quadretti e nove **sezioni**: tre rosse (anello), tre blu (croce) e tre gialle (triangolo). 24 carte portano anche un **effetto**, stampato come parola.',
      ],
    },
    {
      id: 'setup',
      title: 'Preparazione',
      blocks: [
        {
          steps: [
            'Ogni posto è a un lato di un tavolo quadrato, in ordine orario.',
            'Ogni posto riceve sette carte. Allo stesso momento se ne scelgono tre e si mettono scoperte davanti a sé: la tua **area**. Le altre quattro sono la tua **mano**.',
            'Il resto è il mazzo. Si sorteggia il primo posto **attivo**.',
          ],
        },
      ],
    },
    {
      id: 'turn',
      title: 'Un turno',
      blocks: [
        { sub: '1. Scegliere' },
        'Il posto attivo mette al centro una carta della mano e dichiara rosso, blu o giallo. Ora conta solo la forma di questa carta.',
        { sub: '2. Segnare' },
        'Si segna nello stesso momento e in segreto. **Vedi la forma dal tuo lato del tavolo**: girata di un quarto in senso antiorario per ogni lato di distanza in senso orario.',
        { picture: 'sides', caption: 'La stessa carta vista dal posto attivo e dai tre successivi in senso orario' },
        'Sposta la forma, così come la vedi, in un punto qualsiasi tutto dentro una delle tue carte, senza girarla né rifletterla. **Si segnano tutte le sezioni sottostanti del colore dichiarato**; almeno una deve essere nuova.',
        { picture: 'apply', caption: 'È dichiarato il rosso: si segnano le due sezioni rosse sotto la forma' },
        {
          list: [
            'Il posto **attivo** può applicare la forma fino a tre volte, una per carta.',
            '**Gli altri** la applicano una volta, su una carta.',
            'Puoi sempre fare di meno, o niente.',
            '**Segno libero:** se nessuna delle tue sezioni aperte ha il colore dichiarato, segna invece una sezione qualsiasi.',
            '**Segni extra:** dopo puoi spendere i segni extra dei turni precedenti; ognuno segna una sezione qualsiasi.',
          ],
        },
        'Alla fine tutti i segni vengono mostrati insieme.',
        { sub: '3. Carte complete' },
        'Una carta è completa quando tutte e nove le sezioni sono segnate. Prima agiscono gli effetti, quelli del posto attivo e poi in senso orario. Poi si contano le carte completate in questo turno:',
        {
          table: [
            ['1', 'un punto e un segno extra (cinque al massimo in tutta la partita)'],
            ['2', 'tre punti'],
            ['3', 'quattro punti'],
          ],
        },
        'Le carte complete e la carta giocata vanno negli scarti. Ogni posto riporta l’area a tre carte con quelle della mano e pesca fino ad averne quattro in mano. Se il mazzo finisce, si mescolano gli scarti.',
        { sub: '4. Avanti' },
        'Diventa attivo il posto a sinistra.',
      ],
    },
    {
      id: 'effects',
      title: 'Effetti',
      blocks: [
        'Un effetto agisce quando la sua carta è completa; puoi anche rinunciare. Se un effetto completa un’altra carta, anche quella vale per questo turno. Un tavolo si può giocare anche senza effetti.',
        {
          table: [
            ['timbro', 'segna una sezione aperta su una tua carta'],
            ['scintilla', 'un segno extra, per i turni successivi'],
            ['gomma', 'togli un segno da una carta altrui'],
            ['ricambio', 'scarta carte della mano e pescane altrettante'],
            ['scambio', 'scambia una carta incompleta dell’area con una della mano; i suoi segni vanno persi'],
            ['perno', 'tienilo: gira la forma come vuoi per un’applicazione'],
          ],
        },
      ],
    },
    {
      id: 'end',
      title: 'La fine',
      blocks: ['La partita finisce dopo un turno in cui un posto ha nove punti o più. Vince chi ha più punti. In caso di parità decidono i segni sulle carte incomplete; se anche questi sono pari, il piazzamento è condiviso.'],
    },
    {
      id: 'solo',
      title: 'In solitario: contro Simona',
      blocks: [
        'Simona ha un mazzetto coperto di otto carte e siede alla tua sinistra o alla tua destra, come preferisci. Comincia lei, poi vi alternate. Nel suo turno si scopre la prossima carta del mazzetto; è dichiarato il colore della **sezione centrale**, e tu segni su una carta. Lei non segna mai e non fa punti.',
        'Con nove punti vinci. Se tocca a Simona e il suo mazzetto è vuoto, vince lei.',
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
            ['mark 03@0,0~2', 'lo stesso con un perno, due quarti di giro in senso orario'],
            ['free 03@2,1', 'un segno libero; così anche extra (segno extra) e stamp (timbro)'],
            ['wipe 1:03@2,1', 'togli questo segno dalla carta 03 del posto 1'],
            ['refresh 09 11', 'scarta queste carte e pescane altrettante'],
            ['swap 03>09', 'la carta 03 dell’area con la 09 della mano'],
            ['refill 44', 'metti questa carta nell’area'],
            ['pass', 'basta così'],
          ],
        },
      ],
    },
  ],
}
