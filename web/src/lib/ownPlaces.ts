/** Whose place the first page keeps, before it knows better: one's games that were there last, or that one has sat down at
 *  since. Nothing moves under a finger when they come. */

const KEY = 'triax-games'

export function keptGames(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

export function keepGames(ids: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(ids))
  } catch {
    // Private windows may refuse.
  }
}

/** At a table: it is among one's games until it is over. */
export function keepGame(id: string, isOver: boolean): void {
  const kept = keptGames()
  if (kept.includes(id) === isOver) keepGames(isOver ? kept.filter((one) => one !== id) : [id, ...kept])
}
