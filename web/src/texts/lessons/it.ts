import type { Lessons } from '.'

export const lessons: Lessons = {
  rota: {
    end: 'È quasi tutto qui. Il resto si impara giocando.',
    steps: {
      match: {
        title: 'Un angolo che combacia',
        ask: 'Scegli una casella accanto al mosaico e gira la tessera finché un suo angolo non ne incontra uno dello stesso colore.',
        why: 'Gli angoli che si incontrano formano un cerchio. Per ogni altro angolo dello stesso colore nel cerchio ottieni un punto in quel colore.',
        hint: 'Nessun angolo incontra ancora il suo colore. Gira la tessera o prova un’altra casella.',
      },
      circle: {
        title: 'Due in un cerchio',
        ask: 'A destra due dischi verdi stanno già nello stesso cerchio. Aggiungi il tuo: due punti con un solo angolo.',
        why: 'Il tuo disco ne incontra due: due punti. Quando combaciano tutti e quattro gli angoli di un cerchio, l’ultima tessera ne vale tre.',
        hint: 'Posa la tessera a destra del quadrato, con il disco dove gli altri due si incontrano.',
      },
      two: {
        title: 'Due colori insieme',
        ask: 'Ogni angolo conta per sé. Posa la tessera in modo che dia punti in due colori.',
        why: 'Una tessera, due colori. Con fortuna e buon occhio possono contare tutti e quattro gli angoli.',
        hint: 'Cerca una casella che tocchi più cerchi e gira la tessera passo dopo passo.',
      },
      joker: {
        title: 'L’angolo vuoto',
        ask: 'La tua tessera ha un angolo vuoto. Dove incontra altre tessere, ne scegli il colore. Scegline uno che porti un punto.',
        why: 'L’angolo vuoto conta come il colore scelto. Da ora in poi è semplicemente vuoto.',
        hint: 'Gira la tessera finché l’angolo vuoto non ne tocca un’altra, poi scegli un colore che si trova lì.',
      },
      lowest: {
        title: 'Il tuo tracciato più basso',
        ask: 'Alla fine conta solo il tuo tracciato più basso. È il blu. Fallo salire.',
        why: 'Il blu sale. Un punto qui vale più di tre punti in un colore di cui abbondi.',
        hint: 'Il blu resta dov’è. La stella deve incontrare una stella.',
      },
      axio: {
        title: 'AXIO!',
        ask: 'Il rosso è a 11. Portalo a 12, alla fine del tracciato.',
        why: 'Un tracciato pieno ti dà subito un turno extra: peschi un’altra tessera e continui.',
        hint: 'Il sole deve incontrare un sole.',
      },
    },
  },
  axio: {
    end: 'È quasi tutto qui. Il resto si impara giocando.',
    steps: {
      first: {
        title: 'La tua prima tessera',
        ask: 'Scegli una delle tue tessere. La prima va accanto a una casella stampata. Fai punti lì.',
        why: 'La metà vede una casella stampata del suo colore: un punto. Le caselle stampate contano come tessere.',
        hint: 'Posa una metà accanto alla casella stampata del suo colore.',
      },
      line: {
        title: 'Linee lunghe',
        ask: 'Una metà conta ogni casella del suo colore in una linea ininterrotta. Trova una linea di tre o più.',
        why: 'Ogni casella della linea dà un punto. La tessera nuova non conta.',
        hint: 'Guarda la linea rossa al centro: la sua estremità è libera.',
      },
      both: {
        title: 'Tutte e due le metà',
        ask: 'Le due metà contano separatamente. Posa una tessera che dia punti in due colori.',
        why: 'Ogni metà trova la sua linea. I posti buoni servono a entrambe.',
        hint: 'Cerca un posto in cui accanto a ogni metà ci sia il suo colore.',
      },
      pyramid: {
        title: 'Chiudi un vuoto',
        ask: 'Una casella vuota chiusa su tutti e quattro i lati riceve una piramide. Chiudine una.',
        why: 'La piramide dà un punto per ogni simbolo accanto, anche per quello della tessera nuova.',
        hint: 'Sotto la linea rossa una casella ha un solo lato libero. Copri quel lato.',
      },
      lowest: {
        title: 'Il tuo tracciato più basso',
        ask: 'Alla fine conta solo il tuo tracciato più basso. È l’arancione. Fallo salire.',
        why: 'L’arancione sale. In Axio si tiene sempre d’occhio il colore più debole.',
        hint: 'L’arancione resta dov’è. Una metà arancione deve vedere arancione.',
      },
    },
  },
  axo: {
    end: 'Ci sono anche segni liberi, rotazioni ed effetti. Il tavolo ti dice quando servono.',
    steps: {
      area: {
        title: 'Sette carte',
        ask: 'Scegli tre carte da posare davanti a te: sono queste che segni. Le altre quattro restano in mano per la loro forma.',
        why: 'Tutti posano le tre carte nello stesso momento. Le carte che completi danno punti.',
        hint: 'Scegli tre carte qualsiasi della mano.',
      },
      mark: {
        title: 'Segna con la forma',
        ask: 'Ada gioca una carta e dichiara rosso. Vedi la forma dal tuo lato. Tocca una sezione delle tue carte e segna due sezioni rosse in una volta.',
        why: 'Tutte le sezioni rosse sotto la forma sono segnate. Le altre restano aperte.',
        hint: 'Puoi segnarne due. Tocca ancora, o un’altra carta: ogni tocco prova il posto successivo.',
      },
      play: {
        title: 'Scegli tu',
        ask: 'Ora il turno è tuo. Scegli una carta della mano per la sua forma e dichiara il colore con più sezioni aperte: giallo.',
        why: 'Ora si segna con la tua forma. Chi è di turno può usarla su tutte e tre le carte, gli altri su una.',
        hint: 'Guarda le tue carte: ci sono triangoli aperti ovunque. Dichiara giallo.',
      },
      complete: {
        title: 'Completa una carta',
        ask: 'È dichiarato il blu. A una delle tue carte mancano solo due sezioni blu. Completala.',
        why: 'Una carta completa vale un punto e un segno extra.',
        hint: 'Alla carta 11 mancano due croci affiancate. Metti la forma sopra entrambe.',
      },
      refill: {
        title: 'Riempi il vuoto',
        ask: 'La carta completa non c’è più. Scegli una carta della mano per la tua area.',
        why: 'La tua area ha di nuovo tre carte, e tu ne peschi una nuova.',
        hint: 'Scegli una carta qualsiasi della mano.',
      },
      extra: {
        title: 'Due in un turno',
        ask: 'La carta 11 è completa. Alla carta 17 manca una sola sezione: spendi lì il tuo segno extra.',
        why: 'Due carte in un turno valgono tre punti; tre ne valgono quattro. A nove punti la partita finisce.',
        hint: 'Tocca l’ultima sezione aperta della carta 17.',
      },
    },
  },
}
