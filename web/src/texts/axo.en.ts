import type { RulesText } from './rules'

export const text: RulesText = {
  short:
    'Three cards lie before you, each with nine coloured sections. Every turn one player plays a card and declares a colour, and *everybody* uses its shape as a stencil to mark sections of that colour. Completed cards score; nine points end the game.',
  sections: [
    {
      id: 'goal',
      title: 'Goal',
      blocks: ['Complete cards, best of all several in the same turn. Once somebody has nine points after a turn, the game is over and the highest score wins.'],
    },
    {
      id: 'pieces',
      title: 'Pieces',
      blocks: [
        { picture: 'card', caption: 'A card: shape at the upper left, number and effect at the right, nine sections, one of them marked' },
        '**54\u00a0cards.** Each has a **shape** of three to five cells, and nine **sections**: three red (ring), three blue (cross) and three yellow (triangle). 24\u00a0cards also carry an **effect**, printed as a word.',
      ],
    },
    {
      id: 'setup',
      title: 'Set-up',
      blocks: [
        {
          steps: [
            'Everybody sits at a side of a square table, in order clockwise.',
            'Everybody gets seven cards. All choose three of them at the same time and lay them face up: your **area**. The other four are your **hand**.',
            'The rest is the draw pile. The first **active player** is drawn by lot.',
          ],
        },
      ],
    },
    {
      id: 'turn',
      title: 'A turn',
      blocks: [
        { sub: '1. Choose' },
        'The active player puts a card from their hand into the middle and declares red, blue or yellow. Only the shape of this card counts now.',
        { sub: '2. Mark' },
        'All mark at the same time and in secret. **You see the shape from your own side of the table**: turned by a quarter counter-clockwise for each side that you sit further clockwise.',
        { picture: 'sides', caption: 'The same card as the active player and the next three clockwise see it' },
        'Shift the shape, as you see it, to any place wholly inside one of your cards, without turning or mirroring it. **All sections under it in the declared colour are marked**, and at least one of them must be new.',
        { picture: 'apply', caption: 'Red is declared: the two red sections under the shape are marked' },
        {
          list: [
            'The **active player** may apply the shape up to three times, once on each card.',
            '**Everybody else** applies it once, on one card.',
            'You may always do less, or nothing.',
            '**A free mark:** if none of your open sections has the declared colour, mark any one section instead. If you have such sections but the shape cannot reach any, you mark none.',
            '**Extra marks:** afterwards you may spend extra marks from earlier turns; each marks any one section.',
          ],
        },
        'The marks stay hidden until everybody has finished.',
        { sub: '3. Completed cards' },
        'A card is complete when all nine sections are marked. First the effects take place: the active player’s, then on clockwise, and each player’s in the order of the card numbers. Then everybody scores by how many cards they completed this turn:',
        {
          table: [
            ['1', 'one point and an extra mark, for later turns (at most five in a game, counting those already spent)'],
            ['2', 'three points'],
            ['3', 'four points'],
          ],
        },
        'Completed cards and the card that was played are discarded. Everybody fills their area to three cards from the hand and draws up to four cards in hand. If the draw pile runs out, the discard is shuffled.',
        { sub: '4. Next' },
        'The next player clockwise becomes the active player.',
      ],
    },
    {
      id: 'effects',
      title: 'Effects',
      blocks: [
        'An effect takes place when its card is completed; you may do without it. If an effect completes another card, that card counts for this turn as well. A table can also be played without effects.',
        {
          table: [
            ['stamp', 'mark any open section on one of your unfinished cards'],
            ['spark', 'an extra mark, if you have not had all five yet'],
            ['wipe', 'take one mark off another player’s unfinished card'],
            ['refresh', 'discard as many cards from your hand as you like and draw new ones for them'],
            ['swap', 'one of your unfinished cards goes back to your hand, without its marks, and one from there takes its place'],
            ['pivot', 'keep it: in a later turn it lets you turn the shape as you like, for one card'],
          ],
        },
      ],
    },
    {
      id: 'end',
      title: 'The end',
      blocks: ['The game ends after the turn that brings somebody to nine points or beyond. Whoever has the most points then wins. If several have them, the number of marks on their unfinished cards decides; if that is equal too, the place is shared.'],
    },
    {
      id: 'solo',
      title: 'Solo: against Simona',
      blocks: [
        'Simona has a face-down pile of eight cards and sits at your left or right. She is the active player first, then you take turns. In her turn the next card of her pile is turned up; the colour of its **middle section** is declared, and you mark on one card. She never marks or scores, and *wipe* has no effect.',
        'With nine points you win at once. If Simona is to play and her pile is empty, she wins.',
      ],
    },
    {
      id: 'notation',
      title: 'How moves are written',
      blocks: [
        'A section is `x,y` from 0 to 2, to the right and downwards.',
        {
          table: [
            ['area 03 17 22', 'lay these three cards'],
            ['play 07 R', 'play card 07 and declare red (R, Y, B)'],
            ['mark 03@1,0', 'apply the shape to card 03, the upper left of its box on section 1,0'],
            ['mark 03@0,0~2', 'the same with a pivot, two quarters clockwise'],
            ['free 03@2,1', 'a free mark; extra and stamp are written alike'],
            ['wipe 1:03@2,1', 'remove this mark from card 03 of seat 1 (counted from 0)'],
            ['refresh 09 11', 'discard these and draw two new ones'],
            ['swap 03>09', 'card 03 of the area for card 09 of the hand'],
            ['refill 44', 'lay this card in the area'],
            ['pass', 'do nothing, or nothing more'],
          ],
        },
      ],
    },
  ],
}
