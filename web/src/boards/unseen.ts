/** What a viewer has not seen yet, by kind: the set of pieces less what lies open and what is one's own. */

export interface Kind {
  kind: string
  count: number
}

export function unseen(all: Iterable<string>, seen: Iterable<string>): Kind[] {
  const counts = new Map<string, number>()
  for (const piece of all) counts.set(piece, (counts.get(piece) ?? 0) + 1)
  for (const piece of seen) counts.set(piece, (counts.get(piece) ?? 0) - 1)
  return [...counts].filter(([, count]) => count > 0).map(([kind, count]) => ({ kind, count }))
}
