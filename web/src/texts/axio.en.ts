import type { RulesText } from './rules'

export const text: RulesText = {
  short:
    'Lay tiles with two colours on a square board. Each half looks along its row and column and scores an unbroken line of its own colour. You keep score in five colours, and only your *lowest* one counts. Small pyramids fill the gaps.',
  sections: [
    {
      id: 'goal',
      title: 'Goal',
      blocks: ['At the end your lowest track should be higher than everybody else’s lowest. Or fill all five tracks: then you win on the spot.'],
    },
    {
      id: 'pieces',
      title: 'Pieces',
      blocks: [
        { picture: 'pieces', caption: 'A tile, a double, a printed space and a pyramid' },
        {
          list: [
            '**A board**: 9×9\u00a0spaces alone or for two players, 11×11 for three, 13×13 for four.',
            '**Five printed spaces**, one of each colour: red in the middle; blue, green, orange and purple four steps away from it. Nothing is ever laid on them.',
            '**100\u00a0tiles** with two halves: each pair of different colours seven times, each double six times.',
            '**20\u00a0pyramids**, and for each player a **rack** and **five tracks** from 0 to 18.',
          ],
        },
      ],
    },
    {
      id: 'setup',
      title: 'Set-up',
      blocks: ['All tiles go into the bag. Everybody draws five and keeps them hidden on the rack. Who begins is drawn by lot; turns go clockwise.'],
    },
    {
      id: 'turn',
      title: 'Your turn',
      blocks: [
        { sub: '1. Lay a tile' },
        'Choose a tile from your rack and lay it on two free spaces side by side.',
        {
          list: [
            '**Your first tile of the game** lies directly beside a printed space that has no tile beside it yet.',
            '**Every later tile** may go anywhere, even where it touches nothing.',
          ],
        },
        { picture: 'first', caption: 'A first tile goes beside a fresh printed space (✓), not beside one that is taken and not elsewhere (✗)' },
        { sub: '2. Score both halves' },
        'Each half looks in the three directions that lead away from its partner. In each direction count the spaces of its own colour one after another; printed spaces count as well. The line stops where a space is empty, shows another colour or holds a pyramid, and at the edge. **Each space counted is a point in that colour.** The new tile never counts for itself.',
        { picture: 'runs', caption: 'The outlined tile is new' },
        { example: 'The red half sees two suns above it and one to the left: three points in red. The blue half sees two stars to the right and one below: three points in blue.' },
        { sub: '3. Close gaps with pyramids' },
        'If your tile closes in an empty space – with a tile, a printed space or the edge on each of its four sides – a pyramid goes there at once. You score **one point for each symbol next to it, in that symbol’s colour**; here the new tile does count.',
        { picture: 'pyramid', caption: 'The new tile closes the gap: one point each in four colours' },
        'When all 20\u00a0pyramids stand on the board, the one that has stood longest is moved. The space it leaves stays closed for good.',
        { sub: '4. AXIO: extra turns' },
        'All points of the tile are added up, then the markers move. A track ends at 18; points beyond are lost. For **each track that reaches 18** you lay one more tile of your rack at once, without drawing before. An extra turn that you cannot play is lost.',
        { sub: '5. Fill your rack' },
        'After any extra turns draw until you have five tiles again; if the bag holds too few, draw what is left. But if **none of your tiles shows your lowest colour** – with several equally low, none of these – you may exchange instead: show your rack to all, take five new tiles and only then return the old ones to the bag. This is possible once a turn, if the bag holds five tiles or more and your rack is not empty.',
      ],
    },
    {
      id: 'end',
      title: 'The end',
      blocks: [
        'A player who brings all five tracks to 18 wins at once. Otherwise the game ends when somebody cannot lay a tile at the beginning of a turn.',
        'The lowest tracks are compared: the highest of them wins. On a tie the second-lowest decide, and so on. If all five are equal, the place is shared.',
      ],
    },
    {
      id: 'solo',
      title: 'Solo',
      blocks: [
        'You play on 9×9\u00a0spaces with a single tile in hand: lay and score it, then draw another. There are two scoreboards, one after the other, so a colour can reach 36. A track that comes to 18 stops there; later tiles go on from it. All five at 36 end the game. There are no extra turns and no exchange. Your result is your lowest track.',
      ],
    },
    {
      id: 'notation',
      title: 'How moves are written',
      blocks: [
        'Spaces are counted from the middle, `0,0`: the first number grows to the right, the second *downwards*. A move names the tile, the space of its first letter, and the direction (N, E, S, W) of its second.',
        {
          table: [
            ['RG@-1,3>N', 'the red half on -1,3, the green half above it'],
            ['BB@2,0>E', 'a double; always written with E or S'],
            ['exchange, keep', 'exchange the rack, or not'],
          ],
        },
      ],
    },
  ],
}
