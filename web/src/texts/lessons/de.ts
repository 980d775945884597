import type { Lessons } from '.'

export const lessons: Lessons = {
  rota: {
    end: 'Das ist schon fast alles. Der Rest kommt beim Spielen.',
    steps: {
      match: {
        title: 'Eine Ecke passt',
        ask: 'Wähle ein Feld neben der Auslage und drehe dein Plättchen, bis eine seiner Ecken auf eine Ecke derselben Farbe trifft.',
        why: 'Ecken, die aufeinandertreffen, bilden einen Kreis. Für jede andere Ecke derselben Farbe im Kreis bekommst du einen Punkt in dieser Farbe.',
        hint: 'Noch trifft keine Ecke auf ihre Farbe. Drehe das Plättchen oder versuche ein anderes Feld.',
      },
      circle: {
        title: 'Zwei in einem Kreis',
        ask: 'Rechts teilen sich schon zwei grüne Scheiben einen Kreis. Lege deine dazu: zwei Punkte mit einer einzigen Ecke.',
        why: 'Deine Scheibe trifft auf zwei andere: zwei Punkte. Passen alle vier Ecken eines Kreises, bringt das letzte Plättchen drei.',
        hint: 'Lege das Plättchen rechts neben das Quadrat, seine Scheibe dorthin, wo die beiden anderen sich treffen.',
      },
      two: {
        title: 'Zwei Farben zugleich',
        ask: 'Jede Ecke zählt für sich. Lege das Plättchen so, dass es in zwei Farben Punkte bringt.',
        why: 'Ein Plättchen, zwei Farben. Mit Glück und gutem Auge zählen alle vier Ecken.',
        hint: 'Suche ein Feld, das mehrere Kreise berührt, und drehe das Plättchen Schritt für Schritt.',
      },
      joker: {
        title: 'Die leere Ecke',
        ask: 'Dein Plättchen hat eine leere Ecke. Wo sie andere Plättchen berührt, nennst du ihre Farbe. Nenne eine, die einen Punkt bringt.',
        why: 'Die leere Ecke zählt wie die genannte Farbe. Von nun an ist sie einfach leer.',
        hint: 'Drehe das Plättchen, bis die leere Ecke ein anderes berührt, und nenne dann eine Farbe, die dort liegt.',
      },
      lowest: {
        title: 'Deine niedrigste Leiste',
        ask: 'Am Ende zählt nur deine niedrigste Leiste. Das ist Blau. Bringe sie voran.',
        why: 'Blau steigt. Ein Punkt hier ist mehr wert als drei in einer Farbe, von der du genug hast.',
        hint: 'Blau bleibt, wo es ist. Der Stern muss auf einen Stern treffen.',
      },
      axio: {
        title: 'AXIO!',
        ask: 'Rot steht auf 11. Bringe es auf 12, ans Ende der Leiste.',
        why: 'Eine volle Leiste bringt sofort einen Extrazug: Du ziehst ein weiteres Plättchen und bist noch einmal dran.',
        hint: 'Die Sonne muss auf eine Sonne treffen.',
      },
    },
  },
  axio: {
    end: 'Das ist schon fast alles. Der Rest kommt beim Spielen.',
    steps: {
      first: {
        title: 'Dein erster Stein',
        ask: 'Wähle einen deiner Steine. Der erste liegt neben einem gedruckten Feld. Lass ihn dort Punkte bringen.',
        why: 'Die Hälfte sieht ein gedrucktes Feld ihrer Farbe: ein Punkt. Gedruckte Felder zählen wie Steine.',
        hint: 'Lege eine Hälfte neben das gedruckte Feld ihrer Farbe.',
      },
      line: {
        title: 'Lange Linien',
        ask: 'Eine Hälfte zählt jedes Feld ihrer Farbe in einer lückenlosen Linie. Finde eine Linie von drei oder mehr.',
        why: 'Jedes Feld der Linie bringt einen Punkt. Der neue Stein selbst zählt nicht.',
        hint: 'Schau auf die rote Linie in der Mitte: Ihr Ende ist frei.',
      },
      both: {
        title: 'Beide Hälften',
        ask: 'Die Hälften zählen getrennt. Lege einen Stein, der in zwei Farben Punkte bringt.',
        why: 'Jede Hälfte findet ihre eigene Linie. Gute Stellen dienen beiden.',
        hint: 'Suche eine Stelle, an der neben jeder Hälfte ihre Farbe liegt.',
      },
      pyramid: {
        title: 'Schließe eine Lücke',
        ask: 'Ein leeres Feld, das auf allen vier Seiten eingeschlossen ist, bekommt eine Pyramide. Schließe eines ein.',
        why: 'Die Pyramide bringt einen Punkt für jedes Symbol daneben, auch für das auf deinem neuen Stein.',
        hint: 'Unter der roten Linie hat ein Feld nur noch eine freie Seite. Decke sie zu.',
      },
      lowest: {
        title: 'Deine niedrigste Leiste',
        ask: 'Am Ende zählt nur deine niedrigste Leiste. Das ist Orange. Bringe sie voran.',
        why: 'Orange steigt. In Axio behältst du immer deine schwächste Farbe im Auge.',
        hint: 'Orange bleibt, wo es ist. Eine orange Hälfte muss Orange sehen.',
      },
    },
  },
  axo: {
    end: 'Es gibt noch freie Markierungen, Drehungen und Effekte. Der Tisch sagt dir, wann sie an der Reihe sind.',
    steps: {
      area: {
        title: 'Sieben Karten',
        ask: 'Wähle drei Karten, die du vor dich legst: Auf ihnen markierst du. Die anderen vier bleiben wegen ihrer Formen auf der Hand.',
        why: 'Alle legen ihre drei Karten gleichzeitig. Karten, die du vollendest, bringen Punkte.',
        hint: 'Wähle drei beliebige Karten deiner Hand.',
      },
      mark: {
        title: 'Markiere mit der Form',
        ask: 'Ada spielt eine Karte und sagt Rot an. Du siehst die Form von deiner Seite. Tippe auf ein Feld deiner Karten und markiere zwei rote Felder auf einmal.',
        why: 'Alle roten Felder unter der Form sind markiert. Die anderen bleiben offen.',
        hint: 'Zwei sind möglich. Tippe noch einmal oder auf eine andere Karte: Jedes Tippen versucht die nächste Stelle.',
      },
      play: {
        title: 'Du wählst',
        ask: 'Jetzt bist du aktiv. Wähle eine Handkarte wegen ihrer Form und sage die Farbe an, von der die meisten Felder offen sind: Gelb.',
        why: 'Alle markieren jetzt mit deiner Form. Wer aktiv ist, darf sie auf alle drei Karten anwenden, die anderen auf eine.',
        hint: 'Schau auf deine Karten: Überall sind noch Dreiecke offen. Sage Gelb an.',
      },
      complete: {
        title: 'Vollende eine Karte',
        ask: 'Blau ist angesagt. Einer deiner Karten fehlen nur zwei blaue Felder. Vollende sie.',
        why: 'Eine vollendete Karte bringt einen Punkt und eine Extramarke.',
        hint: 'Der Karte 11 fehlen zwei Kreuze nebeneinander. Lege die Form über beide.',
      },
      refill: {
        title: 'Fülle die Lücke',
        ask: 'Die vollendete Karte ist weg. Wähle eine Handkarte für deine Auslage.',
        why: 'Deine Auslage hat wieder drei Karten, und du ziehst eine neue.',
        hint: 'Wähle irgendeine deiner Handkarten.',
      },
      extra: {
        title: 'Zwei in einem Zug',
        ask: 'Karte 11 ist vollendet. Der Karte 17 fehlt ein einziges Feld: Gib deine Extramarke dafür aus.',
        why: 'Zwei Karten in einem Zug bringen drei Punkte, drei bringen vier. Mit neun Punkten endet das Spiel.',
        hint: 'Tippe auf das letzte offene Feld von Karte 17.',
      },
    },
  },
}
