import type { RulesText } from './rules'

export const text: RulesText = {
  short:
    'Square tiles grow into a shared display; where their corners meet, they form circles. You lay one tile a turn and score every corner that it matches. You keep score in five colours, and only your *lowest* one counts.',
  sections: [
    {
      id: 'goal',
      title: 'Goal',
      blocks: [
        'Bring the weakest of your five colours higher than anybody else brings theirs. Or fill all five tracks: then you win on the spot.',
      ],
    },
    {
      id: 'pieces',
      title: 'Pieces',
      blocks: [
        { picture: 'pieces', caption: 'A tile with four colours, a tile with an empty corner, and the five symbols' },
        {
          list: [
            '**60\u00a0square tiles**; each of their corners is a quarter of a circle. No tile repeats a colour. Half of them have four colours; the other half have three, and one **empty corner**.',
            'Each player has **five tracks** from 0 to 12, one for each colour.',
          ],
        },
        'Every colour has its own symbol: red sun, green dot, blue star, orange square, purple ring.',
      ],
    },
    {
      id: 'setup',
      title: 'Set-up',
      blocks: [
        {
          steps: [
            'Four tiles are turned up as a square of two by two: the beginning of the **display**. Empty corners are turned to its middle.',
            'Everybody gets 12\u00a0tiles, face down, as a **stack**. The rest is the **supply**: 44\u00a0tiles alone, 32 for two players, 20 for three, 8 for four.',
            'Everybody draws the top tile of their own stack. This is the **hand**, which the others do not see.',
            'Who begins is drawn by lot. Turns go clockwise.',
          ],
        },
        { picture: 'start', caption: 'A start square: both empty corners lie in the middle' },
      ],
    },
    {
      id: 'turn',
      title: 'Your turn',
      blocks: [
        { sub: '1. Lay your tile' },
        'Put it on a free cell *side by side* with the display, turned as you like. The display may grow in every direction.',
        { sub: '2. Score its four corners' },
        'Each corner lies in a circle, together with the corners of up to three other tiles; the tile diagonally opposite belongs to it as well. **For every other corner in the circle with the same colour you get one point in that colour.** The circle need not be complete.',
        { picture: 'circle', caption: 'The tile at the lower right is new' },
        { example: 'Its star meets two stars: two points in blue. Its dot meets one dot: one point in green. Ring and square meet nothing of their kind.' },
        { sub: 'The empty corner: a joker, once' },
        'If the empty corner of your tile meets any corner of another tile, you *name* a colour, and it scores like a corner of that colour; you may also name one that brings nothing. Then the name is forgotten: from now on the corner is simply empty and gives nobody points.',
        { picture: 'joker', caption: 'The empty corner is named blue and scores the two stars' },
        { sub: '3. AXIO: extra turns' },
        'A track ends at 12; points beyond are lost. For **each track that reaches 12** you get an extra turn: draw a tile from the supply, lay it and score it. It may earn the next one. If you earn several, you play them one by one. If the supply is empty, the extra turn is lost.',
        { sub: '4. Draw' },
        'After all extra turns draw the next tile of your stack, if there is one. The next player follows.',
      ],
    },
    {
      id: 'end',
      title: 'The end',
      blocks: [
        'The game stops *at once* when somebody’s five tracks all stand at 12: that player wins. Otherwise it ends when all stacks and hands are used up and the last extra turn is played.',
        'Then the lowest tracks are compared: the highest of them wins. On a tie the second-lowest decide, then the third, and so on. If all five are equal, the place is shared.',
        { picture: 'scores', caption: 'Both have a lowest track of 6; Ben’s next one stands at 7, Ada’s at 6: Ben wins' },
      ],
    },
    {
      id: 'solo',
      title: 'Solo',
      blocks: ['One stack of 12, a supply of 44, the same rules. Your result is your lowest track. Try to beat your best.'],
    },
    {
      id: 'notation',
      title: 'How moves are written',
      blocks: [
        'The start square takes up the cells `0,0`, `1,0`, `0,1` and `1,1`. The first number grows to the right, the second *downwards*; both may be negative.',
        {
          table: [
            ['2,-1/3', 'on cell 2,-1, three quarter turns clockwise'],
            ['1,1/0=B', 'on cell 1,1, not turned; the empty corner is named blue'],
          ],
        },
        'The colours are R red, G green, B blue, O orange, P purple.',
      ],
    },
  ],
}
