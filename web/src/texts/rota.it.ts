import type { RulesText } from './rules'

export const text: RulesText = {
  short:
    'Tessere quadrate formano un mosaico comune; dove gli angoli si incontrano nascono dei cerchi. A ogni turno posi una tessera e ottieni punti per ogni angolo che combacia. Tieni il conto in cinque colori, e conta solo il *più basso*.',
  sections: [
    {
      id: 'goal',
      title: 'Scopo',
      blocks: [
        'Porta il più debole dei tuoi cinque colori più in alto di quello di tutti gli altri. Oppure riempi tutti e cinque i tracciati: allora vinci subito.',
      ],
    },
    {
      id: 'pieces',
      title: 'Materiale',
      blocks: [
        { picture: 'pieces', caption: 'Una tessera con quattro colori, una con un angolo vuoto e i cinque simboli' },
        {
          list: [
            '**60\u00a0tessere quadrate** con un quarto di cerchio in ogni angolo. Nessuna ripete un colore. Metà hanno quattro colori; l’altra metà ne ha tre e un **angolo vuoto**.',
            'Per ogni giocatore **cinque tracciati** da 0 a 12, uno per colore.',
          ],
        },
        'Ogni colore ha il suo simbolo: sole rosso, disco verde, stella blu, quadrato arancione, anello viola.',
      ],
    },
    {
      id: 'setup',
      title: 'Preparazione',
      blocks: [
        {
          steps: [
            'Quattro tessere scoperte formano un quadrato di due per due: l’inizio del **mosaico**. Gli angoli vuoti sono rivolti al centro.',
            'Ogni giocatore riceve una **pila** coperta di 12\u00a0tessere. Il resto è la **riserva**: 44\u00a0tessere in solitario, 32 in due, 20 in tre, 8 in quattro.',
            'Ogni giocatore pesca la prima tessera della propria pila. È la **mano**, che nessun altro vede.',
            'Si sorteggia chi comincia. Si procede in senso orario.',
          ],
        },
        { picture: 'start', caption: 'Un quadrato iniziale: i due angoli vuoti stanno al centro' },
      ],
    },
    {
      id: 'turn',
      title: 'Il tuo turno',
      blocks: [
        { sub: '1. Posa la tessera' },
        'Mettila su una casella libera che abbia un *lato* in comune con il mosaico, girata come vuoi. Il mosaico può crescere in ogni direzione.',
        { sub: '2. Valuta i quattro angoli' },
        'Ogni angolo sta in un cerchio, insieme agli angoli di altre tessere, tre al massimo; ne fa parte anche la tessera in diagonale. **Per ogni altro angolo del cerchio dello stesso colore ottieni un punto in quel colore.** Il cerchio può anche essere incompleto.',
        { picture: 'circle', caption: 'La tessera in basso a destra è nuova' },
        { example: 'La stella incontra due stelle: due punti in blu. Il disco incontra un disco: un punto in verde. Anello e quadrato non trovano simboli uguali.' },
        { sub: 'L’angolo vuoto: un jolly, una volta' },
        'Se l’angolo vuoto della tua tessera incontra un angolo qualsiasi di un’altra tessera, *scegli* un colore e l’angolo vale come se fosse di quel colore; puoi anche sceglierne uno che non porta nulla. Poi il colore si dimentica: da quel momento l’angolo è semplicemente vuoto e non dà più punti.',
        { picture: 'joker', caption: 'Per l’angolo vuoto si è scelto il blu: valgono le due stelle' },
        { sub: '3. AXIO: turni extra' },
        'Un tracciato finisce a 12; i punti in più vanno persi. Per **ogni tracciato che arriva a 12** hai un turno extra: pesca una tessera dalla riserva, posala e valutala. Può procurarne un altro. Più turni extra si giocano uno dopo l’altro. Se la riserva è vuota, il turno extra va perso.',
        { sub: '4. Pesca' },
        'Dopo tutti i turni extra pesca la prossima tessera della tua pila, se ce n’è ancora. Poi si continua in senso orario.',
      ],
    },
    {
      id: 'end',
      title: 'La fine',
      blocks: [
        'Chi porta tutti e cinque i tracciati a 12 vince *subito*, e la partita è finita. Altrimenti finisce quando pile e mani sono esaurite e l’ultimo turno extra è giocato.',
        'Allora si confrontano i tracciati più bassi: vince il più alto tra questi. In caso di parità decidono i secondi più bassi, poi i terzi, e così via. Chi è in parità in tutti e cinque condivide il piazzamento.',
        { picture: 'scores', caption: 'Per Ada e Ben il tracciato più basso è a 6; il successivo di Ben è a 7, quello di Ada a 6: vince Ben' },
      ],
    },
    {
      id: 'solo',
      title: 'In solitario',
      blocks: ['Una pila di 12\u00a0tessere, una riserva di 44, le stesse regole. Il tuo risultato è il tracciato più basso. Prova a superarti.'],
    },
    {
      id: 'notation',
      title: 'Come si scrivono le mosse',
      blocks: [
        'Il quadrato iniziale occupa le caselle `0,0`, `1,0`, `0,1` e `1,1`. Il primo numero cresce verso destra, il secondo *verso il basso*; entrambi possono essere negativi.',
        {
          table: [
            ['2,-1/3', 'sulla casella 2,-1, tre quarti di giro in senso orario'],
            ['1,1/0=B', 'sulla casella 1,1, senza girarla; per l’angolo vuoto si è scelto il blu'],
          ],
        },
        'I colori sono R rosso, G verde, B blu, O arancione, P viola.',
      ],
    },
  ],
}
