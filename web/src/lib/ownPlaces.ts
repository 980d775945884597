/** Whose place the first page keeps, before it knows better: one's games that were there last, or that one has sat down at
 *  since, and those that wait for one's move. Nothing moves under a finger when they come. */

const KEYS = { games: 'triax-games', moves: 'triax-moves' } as const
type Kind = keyof typeof KEYS

function stored(kind: Kind): unknown {
  try {
    return JSON.parse(localStorage.getItem(KEYS[kind]) ?? 'null')
  } catch {
    return null
  }
}

/** Nothing is known yet in this browser. */
export const isUnknown = (): boolean => stored('games') === null

export function kept(kind: Kind): string[] {
  const ids = stored(kind)
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}

export function keep(kind: Kind, ids: readonly string[]): void {
  try {
    localStorage.setItem(KEYS[kind], JSON.stringify(ids))
  } catch {
    // Private windows may refuse.
  }
}

/** At a table: it is among one's games until it is over, and waits or not. */
export function keepTable(id: string, isOver: boolean, isWaiting: boolean): void {
  for (const [kind, belongs] of [['games', !isOver], ['moves', !isOver && isWaiting]] as const) {
    const ids = kept(kind)
    if (ids.includes(id) !== belongs) keep(kind, belongs ? [id, ...ids] : ids.filter((one) => one !== id))
  }
}
