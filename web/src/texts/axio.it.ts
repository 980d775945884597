import type { RulesText } from './rules'

export const text: RulesText = {
  short:
    'Posa tessere a due colori su un tabellone quadrato. Ogni metà guarda lungo la sua riga e la sua colonna e conta una linea ininterrotta del proprio colore. Tieni il conto in cinque colori, e conta solo il *più basso*. Piccole piramidi chiudono i vuoti.',
  sections: [
    {
      id: 'goal',
      title: 'Scopo',
      blocks: ['Alla fine il tuo tracciato più basso deve superare quello di tutti gli altri. Oppure riempi tutti e cinque i tracciati: allora vinci subito.'],
    },
    {
      id: 'pieces',
      title: 'Materiale',
      blocks: [
        { picture: 'pieces', caption: 'Una tessera, una doppia, una casella stampata e una piramide' },
        {
          list: [
            '**Un tabellone**: 9×9\u00a0caselle in solitario o in due, 11×11 in tre, 13×13 in quattro.',
            '**Cinque caselle stampate**, una per colore: la rossa al centro; blu, verde, arancione e viola a quattro passi da lì. Non si coprono mai.',
            '**100\u00a0tessere** con due metà: ogni coppia di colori diversi sette volte, ogni doppia sei volte.',
            '**20\u00a0piramidi**, e per ogni giocatore **cinque tracciati** da 0 a 18.',
          ],
        },
      ],
    },
    {
      id: 'setup',
      title: 'Preparazione',
      blocks: ['Tutte le tessere vanno nel sacchetto. Ogni giocatore ne pesca cinque e le tiene coperte: la sua **mano**. Si sorteggia chi comincia; si procede in senso orario.'],
    },
    {
      id: 'turn',
      title: 'Il tuo turno',
      blocks: [
        { sub: '1. Posa una tessera' },
        'Scegli una delle tue tessere e posala su due caselle libere affiancate.',
        {
          list: [
            '**La tua prima tessera della partita** va direttamente accanto a una casella stampata che non ha ancora tessere accanto.',
            '**Ogni tessera successiva** può stare ovunque, anche dove non tocca nulla.',
          ],
        },
        { picture: 'first', caption: 'Una prima tessera va accanto a una casella stampata intatta (✓), non accanto a una già presa né altrove (✗)' },
        { sub: '2. Valuta le due metà' },
        'Ogni metà guarda nelle tre direzioni che si allontanano dall’altra. In ciascuna conta le caselle del proprio colore, una dopo l’altra; contano anche quelle stampate. La linea finisce dove una casella è vuota, mostra un altro colore o porta una piramide, e al bordo. **Ogni casella contata è un punto in quel colore.** La tessera nuova non conta mai per se stessa.',
        { picture: 'runs', caption: 'La tessera con il contorno è nuova' },
        { example: 'La metà rossa vede due soli sopra e uno a sinistra: tre punti in rosso. La metà blu vede due stelle a destra e una sotto: tre punti in blu.' },
        { sub: '3. Chiudi i vuoti con le piramidi' },
        'Se la tua tessera chiude una casella vuota – su ognuno dei quattro lati c’è una tessera, una casella stampata o il bordo – lì va subito una piramide. Ottieni **un punto per ogni simbolo accanto, nel colore del simbolo**; qui la tessera nuova conta.',
        { picture: 'pyramid', caption: 'La tessera nuova chiude il vuoto: un punto in ognuno dei quattro colori' },
        'Quando tutte e 20 le piramidi sono sul tabellone, si sposta quella che sta ferma da più tempo. La casella che lascia resta chiusa per sempre.',
        { sub: '4. AXIO: turni extra' },
        'Si sommano tutti i punti della tessera, poi avanzano i segnalini. Un tracciato finisce a 18; i punti in più vanno persi. Per **ogni tracciato che arriva a 18** posi subito un’altra delle tue tessere, senza pescare prima. Un turno extra che non puoi giocare va perso.',
        { sub: '5. Pesca' },
        'Dopo tutti i turni extra pesca fino ad avere di nuovo cinque tessere; se il sacchetto non basta, pesca quelle che restano. Ma se **nessuna delle tue tessere mostra il tuo colore più basso** – se sono più d’uno, nessuno di questi – puoi invece cambiare: mostra le tue tessere a tutti, prendine cinque nuove e solo dopo rimetti le vecchie nel sacchetto. Si può fare una volta per turno, se nel sacchetto ci sono almeno cinque tessere e hai ancora tessere in mano.',
      ],
    },
    {
      id: 'end',
      title: 'La fine',
      blocks: [
        'Chi porta tutti e cinque i tracciati a 18 vince subito. Altrimenti la partita finisce quando chi comincia il turno non può posare tessere.',
        'Si confrontano i tracciati più bassi: vince il più alto tra questi. In caso di parità decidono i secondi più bassi, e così via. Chi è in parità in tutti e cinque condivide il piazzamento.',
      ],
    },
    {
      id: 'solo',
      title: 'In solitario',
      blocks: [
        'Giochi su 9×9\u00a0caselle con una sola tessera in mano: la posi, la valuti e ne peschi un’altra. Ci sono due segnapunti, uno dopo l’altro, quindi un colore può arrivare a 36. Un tracciato che arriva a 18 si ferma lì; le tessere successive ripartono da quel punto. Se tutti e cinque sono a 36, la partita finisce. Niente turni extra e niente cambio. Il tuo risultato è il tracciato più basso.',
      ],
    },
    {
      id: 'notation',
      title: 'Come si scrivono le mosse',
      blocks: [
        'Le caselle si contano dal centro, `0,0`: il primo numero cresce verso destra, il secondo *verso il basso*. Una mossa indica la tessera, la casella della sua prima lettera e la direzione (N, E, S, W) della seconda.',
        {
          table: [
            ['RG@-1,3>N', 'la metà rossa su -1,3, quella verde sopra'],
            ['BB@2,0>E', 'una doppia; si scrive sempre con E o S'],
            ['exchange, keep', 'cambiare le tessere, oppure no'],
          ],
        },
      ],
    },
  ],
}
