/** Other draws for the same move. */

import type { AnalysedPosition } from '../types'

type Drawn = Pick<AnalysedPosition, 'draws' | 'pools'>

const piecesOf = ({ draws }: Drawn): string[] => draws.map(({ piece }) => piece)

/** The same draws but for one; where that piece was drawn by another already, and is there no more, the two change places. */
export function another(position: Drawn, index: number, piece: string): string[] {
  const drawn = piecesOf(position)
  const own = position.draws[index]
  if (!own || own.piece === piece) return drawn
  const there = position.pools[own.pool]?.[piece] ?? 0
  const used = position.draws.filter((draw) => draw.pool === own.pool && draw.piece === piece).length
  if (used >= there) {
    const other = position.draws.findIndex((draw) => draw.pool === own.pool && draw.piece === piece)
    if (other >= 0) drawn[other] = own.piece
  }
  drawn[index] = piece
  return drawn
}

/** As chance would have it: each piece that is there is as likely as any other. */
export function atRandom({ draws, pools }: Drawn, random: () => number = Math.random): string[] {
  const left = pools.map((pool) => Object.entries(pool).flatMap(([piece, count]) => Array.from({ length: count }, () => piece)))
  return draws.map(({ piece, pool }) => {
    const all = left[pool] ?? []
    return all.splice(Math.floor(random() * all.length), 1)[0] ?? piece
  })
}
