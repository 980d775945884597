import { scoreText } from '../../lib/games.svelte'
import { t } from '../../lib/i18n/index.svelte'
import type { AxoEvent, AxoView } from '../../lib/types'
import type { GameParts } from '../game'
import Board from './Board.svelte'
import { pilesAt } from './cards'
import { AxoDraft } from './draft.svelte'
import Go from './Go.svelte'
import HandFan from './HandFan.svelte'
import { moments } from './moments'
import Picture from './Picture.svelte'
import Score from './Score.svelte'
import { moveInWords, promptOf } from './prompt'
import { describe, describeOpenly } from './words'

const parts: GameParts<AxoView, AxoEvent> = {
  Board,
  Hand: HandFan,
  Picture,
  moments,
  sign: 'M-3-9H3V-3H9V3H3V9H-3V3H-9V-3H-3z',
  miniature: () => import('./miniature'),
  isTaught: true,
  Score,
  about: 'axoIs',
  layout: 'around',
  confirm: 'goMark',
  Go,
  pass: 'pass',
  lands: 'revealed',
  alone: { name: 'soloAxo', won: 'youBeatSimona', lost: 'simonaWins', done: 'evOver', choices: { left: 'simonaLeft', right: 'simonaRight' } },
  tie: 'tieMarks',
  draft: () => new AxoDraft(),
  unseen: () => import('./Unseen.svelte'),
  unseenName: 'unseenCards',
  held: () => import('./Held.svelte'),
  piece: () => import('./Piece.svelte'),
  describe,
  describeOpenly,
  prompt: promptOf,
  tells: true,
  moveInWords,
  gain: (gain) => (gain ? t('lessonMarks', { count: gain.length }) : ''),
  supply(view, seat) {
    // They lie on the table.
    if (pilesAt(view, seat) !== undefined) return []
    const left: [number | null, string][] = [
      [view.pile, t('pile')],
      [view.discard.length, t('discard')],
    ]
    return left.flatMap(([value, name]) => (value === null ? [] : [{ value, text: String(value), name }]))
  },
  counts: (view) =>
    view.seats.map(({ points, area }) => {
      const marks = area.reduce((sum, { marks }) => sum + marks.split('x').length - 1, 0)
      return [
        { value: points, text: scoreText(view.game, view.players, [points]) },
        { value: marks, text: t('marksCount', { count: marks }), onTie: true },
      ]
    }),
}
export default parts
