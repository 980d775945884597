import type { RulesText } from './rules'

export const text: RulesText = {
  short:
    'Quadratische Plättchen wachsen zu einer gemeinsamen Auslage; wo ihre Ecken aufeinandertreffen, bilden sie Kreise. Du legst in jedem Zug ein Plättchen und wertest jede Ecke, die passt. Du zählst in fünf Farben, und nur deine *niedrigste* entscheidet.',
  sections: [
    {
      id: 'goal',
      title: 'Ziel',
      blocks: [
        'Bringe die schwächste deiner fünf Farben höher als alle anderen ihre. Oder fülle alle fünf Leisten: Dann gewinnst du sofort.',
      ],
    },
    {
      id: 'pieces',
      title: 'Material',
      blocks: [
        { picture: 'pieces', caption: 'Ein Plättchen mit vier Farben, eines mit leerer Ecke und die fünf Symbole' },
        {
          list: [
            '**60\u00a0quadratische Plättchen** mit einem Viertelkreis in jeder Ecke. Auf keinem kommt eine Farbe zweimal vor. Die Hälfte hat vier Farben, die andere Hälfte drei und eine **leere Ecke**.',
            'Für jeden Spieler **fünf Leisten** von 0 bis 12, eine je Farbe.',
          ],
        },
        'Jede Farbe hat ihr eigenes Symbol: rote Sonne, grüne Scheibe, blauer Stern, oranges Quadrat, violetter Ring.',
      ],
    },
    {
      id: 'setup',
      title: 'Aufbau',
      blocks: [
        {
          steps: [
            'Vier Plättchen werden als Quadrat aus zwei mal zwei aufgedeckt: der Anfang der **Auslage**. Leere Ecken zeigen dabei in die Mitte.',
            'Alle bekommen einen verdeckten **Stapel** aus 12\u00a0Plättchen. Der Rest ist der **Vorrat**: 44\u00a0Plättchen allein, 32 zu zweit, 20 zu dritt, 8 zu viert.',
            'Alle ziehen das oberste Plättchen des eigenen Stapels. Das ist die **Hand**, die sonst niemand sieht.',
            'Das Los entscheidet, wer beginnt. Gespielt wird im Uhrzeigersinn.',
          ],
        },
        { picture: 'start', caption: 'Ein Startquadrat: Beide leeren Ecken liegen in der Mitte' },
      ],
    },
    {
      id: 'turn',
      title: 'Dein Zug',
      blocks: [
        { sub: '1. Lege dein Plättchen' },
        'Lege es auf ein freies Feld, das eine *Seite* mit der Auslage teilt, gedreht, wie du willst. Die Auslage darf in jede Richtung wachsen.',
        { sub: '2. Werte seine vier Ecken' },
        'Jede Ecke liegt in einem Kreis, zusammen mit den Ecken von bis zu drei anderen Plättchen; auch das schräg gegenüber gehört dazu. **Für jede andere Ecke im Kreis mit derselben Farbe bekommst du einen Punkt in dieser Farbe.** Der Kreis muss nicht vollständig sein.',
        { picture: 'circle', caption: 'Das Plättchen unten rechts ist neu' },
        { example: 'Sein Stern trifft auf zwei Sterne: zwei Punkte in Blau. Seine Scheibe trifft auf eine Scheibe: ein Punkt in Grün. Ring und Quadrat finden nichts ihrer Art.' },
        { sub: 'Die leere Ecke: ein Joker, einmal' },
        'Trifft die leere Ecke deines Plättchens auf irgendeine Ecke eines anderen, so *nennst* du eine Farbe, und die Ecke zählt wie eine Ecke dieser Farbe; du darfst auch eine nennen, die nichts bringt. Danach ist die Farbe vergessen: Von nun an ist die Ecke einfach leer und bringt niemandem Punkte.',
        { picture: 'joker', caption: 'Für die leere Ecke ist Blau genannt: Sie wertet die beiden Sterne' },
        { sub: '3. AXIO: Extrazüge' },
        'Eine Leiste endet bei 12; Punkte darüber hinaus verfallen. Für **jede Leiste, die 12 erreicht**, bekommst du einen Extrazug: Ziehe ein Plättchen vom Vorrat, lege und werte es. Es kann den nächsten einbringen. Mehrere Extrazüge spielst du nacheinander. Ist der Vorrat leer, verfällt der Extrazug.',
        { sub: '4. Ziehe nach' },
        'Ziehe nach allen Extrazügen das nächste Plättchen deines Stapels, falls noch eines da ist. Dann geht es reihum weiter.',
      ],
    },
    {
      id: 'end',
      title: 'Das Ende',
      blocks: [
        'Wer alle fünf Leisten auf 12 bringt, gewinnt *sofort*, und das Spiel ist aus. Sonst endet es, wenn alle Stapel und Hände aufgebraucht sind und der letzte Extrazug gespielt ist.',
        'Dann werden die niedrigsten Leisten verglichen: Die höchste davon gewinnt. Bei Gleichstand entscheiden die zweitniedrigsten, dann die dritten und so fort. Wer in allen fünf gleich steht, teilt sich den Rang.',
        { picture: 'scores', caption: 'Bei beiden steht die niedrigste Leiste auf 6; Bens nächste steht auf 7, Adas auf 6: Ben gewinnt' },
      ],
    },
    {
      id: 'solo',
      title: 'Solo',
      blocks: ['Ein Stapel mit 12, ein Vorrat mit 44\u00a0Plättchen, dieselben Regeln. Dein Ergebnis ist deine niedrigste Leiste. Versuche, dich zu übertreffen.'],
    },
    {
      id: 'notation',
      title: 'Wie Züge geschrieben werden',
      blocks: [
        'Das Startquadrat liegt auf den Feldern `0,0`, `1,0`, `0,1` und `1,1`. Die erste Zahl wächst nach rechts, die zweite *nach unten*; beide können negativ sein.',
        {
          table: [
            ['2,-1/3', 'auf Feld 2,-1, drei Vierteldrehungen im Uhrzeigersinn'],
            ['1,1/0=B', 'auf Feld 1,1, nicht gedreht; für die leere Ecke ist Blau genannt'],
          ],
        },
        'Die Farben sind R Rot, G Grün, B Blau, O Orange, P Violett.',
      ],
    },
  ],
}
