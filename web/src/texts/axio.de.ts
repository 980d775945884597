import type { RulesText } from './rules'

export const text: RulesText = {
  short:
    'Lege Steine mit zwei Farben auf ein quadratisches Brett. Jede Hälfte schaut ihre Reihe und Spalte entlang und wertet eine lückenlose Linie ihrer Farbe. Du zählst in fünf Farben, und nur deine *niedrigste* entscheidet. Kleine Pyramiden füllen die Lücken.',
  sections: [
    {
      id: 'goal',
      title: 'Ziel',
      blocks: ['Am Ende soll deine niedrigste Leiste höher stehen als bei allen anderen. Oder fülle alle fünf Leisten: Dann gewinnst du sofort.'],
    },
    {
      id: 'pieces',
      title: 'Material',
      blocks: [
        { picture: 'pieces', caption: 'Ein Stein, ein Doppelstein, ein gedrucktes Feld und eine Pyramide' },
        {
          list: [
            '**Ein Brett**: 9×9\u00a0Felder allein oder zu zweit, 11×11 zu dritt, 13×13 zu viert.',
            '**Fünf gedruckte Felder**, eines in jeder Farbe: Rot in der Mitte; Blau, Grün, Orange und Violett vier Schritte davon entfernt. Auf ihnen liegt nie etwas.',
            '**100\u00a0Steine** mit zwei Hälften: jedes Paar verschiedener Farben siebenmal, jeder Doppelstein sechsmal.',
            '**20\u00a0Pyramiden**, und für jeden Spieler **fünf Leisten** von 0 bis 18.',
          ],
        },
      ],
    },
    {
      id: 'setup',
      title: 'Aufbau',
      blocks: ['Alle Steine kommen in den Beutel. Alle ziehen fünf und halten sie verdeckt: ihre **Hand**. Das Los entscheidet, wer beginnt; gespielt wird im Uhrzeigersinn.'],
    },
    {
      id: 'turn',
      title: 'Dein Zug',
      blocks: [
        { sub: '1. Lege einen Stein' },
        'Wähle einen deiner Steine und lege ihn auf zwei freie Felder nebeneinander.',
        {
          list: [
            '**Dein erster Stein im Spiel** liegt direkt neben einem gedruckten Feld, neben dem noch kein Stein liegt.',
            '**Jeder spätere Stein** darf überall liegen, auch wo er nichts berührt.',
          ],
        },
        { picture: 'first', caption: 'Ein erster Stein gehört neben ein unberührtes gedrucktes Feld (✓), nicht neben ein vergebenes und nicht anderswohin (✗)' },
        { sub: '2. Werte beide Hälften' },
        'Jede Hälfte schaut in die drei Richtungen, die von der anderen Hälfte wegführen. Zähle in jeder Richtung die Felder ihrer Farbe, eines nach dem anderen; auch gedruckte Felder zählen. Die Linie endet, wo ein Feld leer ist, eine andere Farbe zeigt oder eine Pyramide trägt, und am Rand. **Jedes gezählte Feld ist ein Punkt in dieser Farbe.** Der neue Stein zählt nie für sich selbst.',
        { picture: 'runs', caption: 'Der umrandete Stein ist neu' },
        { example: 'Die rote Hälfte sieht zwei Sonnen über sich und eine links: drei Punkte in Rot. Die blaue Hälfte sieht zwei Sterne rechts und einen darunter: drei Punkte in Blau.' },
        { sub: '3. Schließe Lücken mit Pyramiden' },
        'Schließt dein Stein ein leeres Feld ein – auf allen vier Seiten liegen Steine, gedruckte Felder oder der Rand –, kommt sofort eine Pyramide darauf. Du bekommst **einen Punkt für jedes Symbol daneben, in der Farbe des Symbols**; hier zählt der neue Stein mit.',
        { picture: 'pyramid', caption: 'Der neue Stein schließt die Lücke: je ein Punkt in vier Farben' },
        'Stehen alle 20\u00a0Pyramiden auf dem Brett, wird diejenige versetzt, die am längsten steht. Das Feld, das sie verlässt, bleibt für immer geschlossen.',
        { sub: '4. AXIO: Extrazüge' },
        'Alle Punkte des Steins werden zusammengezählt, dann rücken die Marker vor. Eine Leiste endet bei 18; Punkte darüber hinaus verfallen. Für **jede Leiste, die 18 erreicht**, legst du sofort noch einen deiner Steine, ohne vorher nachzuziehen. Ein Extrazug, den du nicht spielen kannst, verfällt.',
        { sub: '5. Ziehe nach' },
        'Ziehe nach allen Extrazügen wieder auf fünf Steine nach; reicht der Beutel nicht, ziehe den Rest. Zeigt aber **keiner deiner Steine deine niedrigste Farbe** – bei mehreren gleich niedrigen keine davon –, darfst du stattdessen tauschen: Zeige allen deine Steine, nimm fünf neue Steine und lege erst dann die alten in den Beutel zurück. Das geht einmal je Zug, wenn der Beutel mindestens fünf Steine enthält und du noch Steine auf der Hand hast.',
      ],
    },
    {
      id: 'end',
      title: 'Das Ende',
      blocks: [
        'Wer alle fünf Leisten auf 18 bringt, gewinnt sofort. Sonst endet das Spiel, wenn jemand zu Beginn des eigenen Zuges keinen Stein legen kann.',
        'Verglichen werden die niedrigsten Leisten: Die höchste davon gewinnt. Bei Gleichstand entscheiden die zweitniedrigsten und so fort. Wer in allen fünf gleich steht, teilt sich den Rang.',
      ],
    },
    {
      id: 'solo',
      title: 'Solo',
      blocks: [
        'Du spielst auf 9×9\u00a0Feldern mit einem einzigen Stein in der Hand: Lege und werte ihn, dann ziehe den nächsten. Es gibt zwei Wertungstafeln nacheinander, eine Farbe kann also 36 erreichen. Eine Leiste, die auf 18 kommt, hält dort an; spätere Steine zählen von da weiter. Stehen alle fünf auf 36, ist das Spiel aus. Es gibt keine Extrazüge und keinen Tausch. Dein Ergebnis ist deine niedrigste Leiste.',
      ],
    },
    {
      id: 'notation',
      title: 'Wie Züge geschrieben werden',
      blocks: [
        'Felder werden von der Mitte `0,0` aus gezählt: Die erste Zahl wächst nach rechts, die zweite *nach unten*. Ein Zug nennt den Stein, das Feld seines ersten Buchstabens und die Richtung (N, E, S, W) des zweiten.',
        {
          table: [
            ['RG@-1,3>N', 'die rote Hälfte auf -1,3, die grüne darüber'],
            ['BB@2,0>E', 'ein Doppelstein; immer mit E oder S geschrieben'],
            ['exchange, keep', 'die Steine tauschen oder behalten'],
          ],
        },
      ],
    },
  ],
}
