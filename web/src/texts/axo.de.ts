import type { RulesText } from './rules'

export const text: RulesText = {
  short:
    'Vor dir liegen drei Karten mit je neun farbigen Feldern. In jedem Zug wird eine Karte gespielt und eine Farbe angesagt, und *alle* benutzen ihre Form als Schablone, um Felder dieser Farbe zu markieren. Vollendete Karten bringen Punkte; mit neun Punkten endet das Spiel.',
  sections: [
    {
      id: 'goal',
      title: 'Ziel',
      blocks: ['Vollende Karten, am besten mehrere im selben Zug. Hat jemand nach einem Zug neun Punkte, ist das Spiel aus, und die höchste Punktzahl gewinnt.'],
    },
    {
      id: 'pieces',
      title: 'Material',
      blocks: [
        { picture: 'card', caption: 'Eine Karte: oben links die Form, rechts Nummer und Effekt, neun Felder, eines davon markiert' },
        '**54\u00a0Karten.** Jede hat eine **Form** aus drei bis fünf Kästchen und neun **Felder**: drei rote (Ring), drei blaue (Kreuz) und drei gelbe (Dreieck). 24\u00a0Karten tragen außerdem einen **Effekt**, als Wort aufgedruckt.',
      ],
    },
    {
      id: 'setup',
      title: 'Aufbau',
      blocks: [
        {
          steps: [
            'Alle sitzen an je einer Seite eines quadratischen Tisches, der Reihe nach im Uhrzeigersinn.',
            'Alle bekommen sieben Karten, wählen gleichzeitig drei davon und legen sie offen hin: die **Auslage**. Die anderen vier sind die **Hand**.',
            'Der Rest ist der Nachziehstapel. Das Los entscheidet, wer zuerst **aktiv** ist.',
          ],
        },
      ],
    },
    {
      id: 'turn',
      title: 'Ein Zug',
      blocks: [
        { sub: '1. Wählen' },
        'Wer aktiv ist, legt eine Handkarte in die Mitte und sagt Rot, Blau oder Gelb an. Nur die Form dieser Karte zählt jetzt.',
        { sub: '2. Markieren' },
        'Alle markieren gleichzeitig und verdeckt. **Du siehst die Form von deiner Seite des Tisches**: um ein Viertel gegen den Uhrzeigersinn gedreht für jede Seite, die du weiter im Uhrzeigersinn sitzt.',
        { picture: 'sides', caption: 'Dieselbe Karte, zuerst von der aktiven Seite gesehen, dann von den drei nächsten im Uhrzeigersinn' },
        'Verschiebe die Form, wie du sie siehst, an eine beliebige Stelle ganz innerhalb einer deiner Karten, ohne sie zu drehen oder zu spiegeln. **Alle Felder darunter in der angesagten Farbe werden markiert**; mindestens eines davon muss neu sein.',
        { picture: 'apply', caption: 'Rot ist angesagt: Die beiden roten Felder unter der Form werden markiert' },
        {
          list: [
            'Wer **aktiv** ist, darf die Form bis zu dreimal anwenden, einmal auf jede Karte.',
            '**Alle anderen** wenden sie einmal an, auf eine Karte.',
            'Du darfst immer weniger tun oder gar nichts.',
            '**Freie Markierung:** Hat keines deiner offenen Felder die angesagte Farbe, markiere stattdessen ein beliebiges Feld. Hast du solche Felder, aber die Form erreicht keines, so markierst du nichts.',
            '**Extramarken:** Danach darfst du Extramarken aus früheren Zügen ausgeben; jede markiert ein beliebiges Feld.',
          ],
        },
        'Bis alle fertig sind, bleiben die Markierungen der anderen verborgen.',
        { sub: '3. Vollendete Karten' },
        'Eine Karte ist vollendet, wenn alle neun Felder markiert sind. Zuerst wirken die Effekte: Wer aktiv ist, beginnt, dann geht es im Uhrzeigersinn weiter, mehrere Karten in der Folge ihrer Nummern. Dann gibt es Punkte nach der Zahl der Karten, die du in diesem Zug vollendest:',
        {
          table: [
            ['1', 'ein Punkt und eine Extramarke für spätere Züge (höchstens fünf im Spiel, ausgegebene mitgezählt)'],
            ['2', 'drei Punkte'],
            ['3', 'vier Punkte'],
          ],
        },
        'Vollendete Karten und die gespielte Karte werden abgelegt. Alle füllen ihre Auslage aus der Hand auf drei Karten auf und ziehen auf vier Handkarten nach. Ist der Nachziehstapel leer, wird die Ablage gemischt.',
        { sub: '4. Weiter' },
        'Aktiv wird, wer im Uhrzeigersinn folgt.',
      ],
    },
    {
      id: 'effects',
      title: 'Effekte',
      blocks: [
        'Ein Effekt wirkt, wenn seine Karte vollendet ist; du darfst darauf verzichten. Vollendet ein Effekt eine weitere Karte, so zählt auch sie für diesen Zug. Ein Tisch kann auch ohne Effekte gespielt werden.',
        {
          table: [
            ['Stempel', 'markiere ein beliebiges offenes Feld auf einer deiner unfertigen Karten'],
            ['Funke', 'eine Extramarke, falls du noch nicht alle fünf hattest'],
            ['Wischen', 'entferne eine Markierung von einer fremden, unfertigen Karte'],
            ['Auffrischen', 'lege beliebig viele Handkarten ab und ziehe dafür neue'],
            ['Tausch', 'nimm eine unfertige Karte der Auslage ohne ihre Markierungen auf die Hand und lege eine Handkarte an ihre Stelle'],
            ['Drehung', 'behalte sie: In einem späteren Zug darfst du die Form für eine Karte beliebig drehen'],
          ],
        },
      ],
    },
    {
      id: 'end',
      title: 'Das Ende',
      blocks: ['Das Spiel endet nach dem Zug, der jemanden auf neun Punkte oder darüber bringt. Wer dann die meisten Punkte hat, gewinnt. Bei Gleichstand entscheidet die Zahl der Markierungen auf den unfertigen Karten; ist auch sie gleich, wird der Rang geteilt.'],
    },
    {
      id: 'solo',
      title: 'Solo: gegen Simona',
      blocks: [
        'Simona hat einen verdeckten Stapel aus acht Karten und sitzt links oder rechts von dir. Zuerst ist sie aktiv, dann wechselt ihr euch ab. In ihrem Zug wird die nächste Karte ihres Stapels aufgedeckt; angesagt ist die Farbe des **mittleren Feldes**, und du markierst auf einer Karte. Sie selbst markiert nie und bekommt keine Punkte, und *Wischen* bleibt ohne Wirkung.',
        'Mit neun Punkten gewinnst du sofort. Ist Simona an der Reihe und ihr Stapel leer, gewinnt sie.',
      ],
    },
    {
      id: 'notation',
      title: 'Wie Züge geschrieben werden',
      blocks: [
        'Ein Feld ist `x,y` von 0 bis 2, nach rechts und nach unten.',
        {
          table: [
            ['area 03 17 22', 'lege diese drei Karten aus'],
            ['play 07 R', 'spiele Karte 07 und sage Rot an (R, Y für Gelb, B)'],
            ['mark 03@1,0', 'wende die Form auf Karte 03 an, links oben auf Feld 1,0'],
            ['mark 03@0,0~2', 'ebenso mit einer Drehung, zwei Viertel im Uhrzeigersinn'],
            ['free 03@2,1', 'eine freie Markierung; ebenso extra (Extramarke) und stamp (Stempel)'],
            ['wipe 1:03@2,1', 'entferne diese Markierung von Karte 03 an Platz 1 (gezählt ab 0)'],
            ['refresh 09 11', 'lege diese Karten ab und ziehe zwei neue'],
            ['swap 03>09', 'Karte 03 der Auslage gegen Karte 09 der Hand'],
            ['refill 44', 'lege diese Karte in die Auslage'],
            ['pass', 'nichts oder nichts weiter tun'],
          ],
        },
      ],
    },
  ],
}
