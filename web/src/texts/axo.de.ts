import type { RulesText } from './rules'

export const text: RulesText = {
  short:
    'Vor dir liegen drei Karten mit je neun farbigen Feldern. In jedem Zug wird eine Karte gespielt und eine Farbe angesagt, und *alle* benutzen ihre Form als Schablone, um Felder dieser Farbe zu markieren. Vollendete Karten bringen Punkte; bei neun Punkten endet das Spiel.',
  sections: [
    {
      id: 'goal',
      title: 'Ziel',
      blocks: ['Vollende Karten, am besten mehrere im selben Zug. Stehen nach einem Zug irgendwo neun Punkte oder mehr, ist das Spiel aus, und die meisten Punkte gewinnen.'],
    },
    {
      id: 'pieces',
      title: 'Material',
      blocks: [
        { picture: 'card', caption: 'Eine Karte: oben links die Form, rechts Nummer und Effekt, neun Felder, eines davon markiert' },
        '**54 Karten.** Jede hat eine **Form** aus drei bis fünf Kästchen und neun **Felder**: drei rote (Ring), drei blaue (Kreuz) und drei gelbe (Dreieck). 24 Karten tragen außerdem einen **Effekt**, als Wort aufgedruckt.',
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
            'Der Rest ist der Nachziehstapel. Wer zuerst **aktiv** ist, bestimmt das Los.',
          ],
        },
      ],
    },
    {
      id: 'turn',
      title: 'Ein Zug',
      blocks: [
        { sub: '1. Wählen' },
        'Wer aktiv ist, legt eine Karte der Hand in die Mitte und sagt Rot, Blau oder Gelb an. Nur die Form dieser Karte zählt jetzt.',
        { sub: '2. Markieren' },
        'Alle markieren gleichzeitig und verdeckt. **Du siehst die Form von deiner Seite des Tisches**: um ein Viertel gegen den Uhrzeigersinn gedreht für jede Seite, die du weiter im Uhrzeigersinn sitzt.',
        { picture: 'sides', caption: 'Dieselbe Karte, gesehen vom aktiven Platz und von den drei nächsten im Uhrzeigersinn' },
        'Verschiebe die Form, wie du sie siehst, an eine beliebige Stelle ganz innerhalb einer deiner Karten, ohne sie zu drehen oder zu spiegeln. **Alle Felder darunter in der angesagten Farbe werden markiert**; mindestens eines davon muss neu sein.',
        { picture: 'apply', caption: 'Rot ist angesagt: Die beiden roten Felder unter der Form werden markiert' },
        {
          list: [
            'Wer **aktiv** ist, darf die Form bis zu dreimal anwenden, einmal auf jeder Karte.',
            '**Alle anderen** wenden sie einmal an, auf einer Karte.',
            'Du darfst immer weniger tun oder gar nichts.',
            '**Freie Markierung:** Hat keines deiner offenen Felder die angesagte Farbe, markiere stattdessen ein beliebiges Feld.',
            '**Extramarken:** Danach darfst du Extramarken aus früheren Zügen ausgeben; jede markiert ein beliebiges Feld.',
          ],
        },
        'Sind alle fertig, werden alle Markierungen gezeigt.',
        { sub: '3. Vollendete Karten' },
        'Eine Karte ist vollendet, wenn alle neun Felder markiert sind. Zuerst wirken die Effekte, die des aktiven Platzes zuerst, dann im Uhrzeigersinn. Dann zählen alle, wie viele Karten sie in diesem Zug vollendet haben:',
        {
          table: [
            ['1', 'ein Punkt und eine Extramarke (höchstens fünf im ganzen Spiel)'],
            ['2', 'drei Punkte'],
            ['3', 'vier Punkte'],
          ],
        },
        'Vollendete Karten und die gespielte Karte werden abgelegt. Alle füllen ihre Auslage aus der Hand auf drei Karten auf und ziehen auf vier Handkarten nach. Ist der Nachziehstapel leer, wird die Ablage gemischt.',
        { sub: '4. Weiter' },
        'Der Platz zur Linken wird aktiv.',
      ],
    },
    {
      id: 'effects',
      title: 'Effekte',
      blocks: [
        'Ein Effekt wirkt, wenn seine Karte vollendet ist; du darfst darauf verzichten. Vollendet ein Effekt eine weitere Karte, so zählt auch sie für diesen Zug. Ein Tisch kann auch ohne Effekte gespielt werden.',
        {
          table: [
            ['Stempel', 'markiere ein offenes Feld auf einer deiner Karten'],
            ['Funke', 'eine Extramarke, für spätere Züge'],
            ['Wischen', 'nimm eine Markierung von einer fremden Karte'],
            ['Auffrischen', 'lege Handkarten ab und ziehe ebenso viele'],
            ['Tausch', 'tausche eine unfertige Karte der Auslage gegen eine Handkarte; ihre Markierungen gehen verloren'],
            ['Drehung', 'behalte sie: Sie dreht die Form für eine Anwendung, wie du willst'],
          ],
        },
      ],
    },
    {
      id: 'end',
      title: 'Das Ende',
      blocks: ['Das Spiel endet nach einem Zug, in dem irgendwo neun Punkte oder mehr stehen. Die meisten Punkte gewinnen. Bei Gleichstand entscheiden mehr Markierungen auf unfertigen Karten; sind auch diese gleich, wird der Rang geteilt.'],
    },
    {
      id: 'solo',
      title: 'Allein: gegen Simona',
      blocks: [
        'Simona hat einen verdeckten Stapel von acht Karten und sitzt links oder rechts von dir, wie du willst. Zuerst ist sie aktiv, dann wechselt ihr euch ab. In ihrem Zug wird die nächste Karte ihres Stapels aufgedeckt; angesagt ist die Farbe des **mittleren Feldes**, und du markierst auf einer Karte. Sie selbst markiert nie und bekommt keine Punkte.',
        'Mit neun Punkten gewinnst du. Ist Simona an der Reihe und ihr Stapel leer, gewinnt sie.',
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
            ['wipe 1:03@2,1', 'wische diese Markierung von Karte 03 an Platz 1'],
            ['refresh 09 11', 'lege diese Karten ab und ziehe ebenso viele'],
            ['swap 03>09', 'Karte 03 der Auslage gegen Karte 09 der Hand'],
            ['refill 44', 'lege diese Karte in die Auslage'],
            ['pass', 'nichts weiter davon'],
          ],
        },
      ],
    },
  ],
}
