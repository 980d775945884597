import type { Lessons } from '.'

export const lessons: Lessons = {
  rota: {
    end: 'That is nearly all there is. The rest you pick up as you play.',
    steps: {
      match: {
        title: 'Match a corner',
        ask: 'Choose a cell next to the display and turn your tile until one of its corners meets a corner of the same colour.',
        why: 'Corners that meet form a circle. For each other corner of the same colour in that circle you get a point in that colour.',
        hint: 'No corner meets its own colour yet. Turn the tile, or try another cell.',
      },
      circle: {
        title: 'Two in one circle',
        ask: 'On the right, two green dots already share a circle. Add your dot to them: two points with a single corner.',
        why: 'Your dot meets two dots: two points. When all four corners of a circle match, the last tile gets three.',
        hint: 'Lay the tile to the right of the square, with its dot where the two others meet.',
      },
      two: {
        title: 'Two colours at once',
        ask: 'Every corner scores by itself. Lay the tile so that it scores in two colours.',
        why: 'One tile, two colours. With luck and a good eye all four corners can score.',
        hint: 'Look for a cell that touches several circles, and turn the tile step by step.',
      },
      joker: {
        title: 'The empty corner',
        ask: 'Your tile has an empty corner. Where it meets other tiles you name its colour. Name one that brings a point.',
        why: 'The empty corner scores like the colour you named. From now on it is simply empty.',
        hint: 'Turn the tile until the empty corner touches another tile, then name a colour that lies there.',
      },
      lowest: {
        title: 'Your lowest track',
        ask: 'Only your lowest track counts in the end. Yours is blue. Raise it.',
        why: 'Blue is up. A point here is worth more than three points in a colour that you have plenty of.',
        hint: 'Blue stays where it is. The star has to meet a star.',
      },
      axio: {
        title: 'AXIO!',
        ask: 'Red stands at 11. Bring it to 12, the end of the track.',
        why: 'A full track gives you an extra turn at once: you draw another tile and go on.',
        hint: 'The sun has to meet a sun.',
      },
    },
  },
  axio: {
    end: 'That is nearly all there is. The rest you pick up as you play.',
    steps: {
      first: {
        title: 'Your first tile',
        ask: 'Choose a tile from your rack. Your first tile lies beside a printed space. Let it score there.',
        why: 'The half sees a printed space of its own colour: a point. Printed spaces count like tiles.',
        hint: 'Lay a half next to the printed space of its own colour.',
      },
      line: {
        title: 'Long lines',
        ask: 'A half scores every space of its colour in an unbroken line. Find a line of three or more.',
        why: 'Each space in the line gives a point. The new tile itself does not count.',
        hint: 'Look at the red line in the middle: its end is free.',
      },
      both: {
        title: 'Both halves',
        ask: 'The two halves score separately. Lay a tile that scores in two colours.',
        why: 'Each half finds its own line. Good places serve both.',
        hint: 'Find a place where both halves have a neighbour of their colour.',
      },
      pyramid: {
        title: 'Close a gap',
        ask: 'An empty space that is closed in on all four sides gets a pyramid. Close one in.',
        why: 'The pyramid gives a point for every symbol next to it, also for the one on your new tile.',
        hint: 'Below the red line, one space has a single free side. Cover that side.',
      },
      lowest: {
        title: 'Your lowest track',
        ask: 'Only your lowest track counts in the end. Yours is orange. Raise it.',
        why: 'Orange is up. In Axio you watch your weakest colour all the time.',
        hint: 'Orange stays where it is. An orange half has to see orange.',
      },
    },
  },
  axo: {
    end: 'There are also free marks, pivots and effects. The table tells you when they come up.',
    steps: {
      area: {
        title: 'Seven cards',
        ask: 'Choose three cards to lay before you: these you mark. The other four stay in your hand for their shapes.',
        why: 'All lay their three cards at the same time. Cards that you complete bring points.',
        hint: 'Choose any three cards from your hand.',
      },
      mark: {
        title: 'Mark with the shape',
        ask: 'Ada plays a card and declares red. You see its shape from your side. Tap a section of your cards and mark two red sections at once.',
        why: 'All red sections under the shape are marked. The others stay open.',
        hint: 'Two are possible. Tap again, or on another card: each tap tries the next place.',
      },
      play: {
        title: 'Your turn to choose',
        ask: 'Now you are the active player. Choose a card from your hand for its shape, and declare the colour with the most open sections: yellow.',
        why: 'All mark with your shape now. The active player may use it on all three cards, the others on one.',
        hint: 'Look at your cards: triangles are still open everywhere. Declare yellow.',
      },
      complete: {
        title: 'Complete a card',
        ask: 'Blue is declared. One of your cards lacks just two blue sections. Complete it.',
        why: 'One completed card is worth a point and an extra mark.',
        hint: 'Card 11 lacks two crosses, side by side. Put the shape over both.',
      },
      refill: {
        title: 'Fill the gap',
        ask: 'The completed card is gone. Choose a card from your hand for your area.',
        why: 'Your area has three cards again, and you draw a new one.',
        hint: 'Choose any card from your hand.',
      },
      extra: {
        title: 'Two in one turn',
        ask: 'Card 11 is complete. Card 17 lacks a single section: spend your extra mark on it.',
        why: 'Two cards in one turn are worth three points; three of them, four. Nine points end the game.',
        hint: 'Tap the last open section of card 17.',
      },
    },
  },
}
