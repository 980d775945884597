/** What tells one place from the next. */

export interface Ranked {
  place: number
  /** In the order in which they count. */
  numbers: number[]
  resigned?: boolean
}

/** Seats from the first on, each with its place: after a shared first comes the third. */
export function placesOf(standings: readonly (readonly number[])[]): { seat: number; place: number }[] {
  const found: { seat: number; place: number }[] = []
  for (const seats of standings) {
    const place = found.length + 1
    found.push(...seats.map((seat) => ({ seat, place })))
  }
  return found
}

/** By row: which of its numbers tells it from the next row, or the last one from the row before; -1 where none does. */
export function deciders(rows: Ranked[]): number[] {
  return rows.map((row, at) => {
    const next = rows[at + 1] ?? rows[at - 1]
    if (!next || next.place === row.place || row.resigned || next.resigned) return -1
    return row.numbers.findIndex((value, index) => value !== next.numbers[index])
  })
}

/** What counts of a seat's scores: the lowest track, or the points. */
export const lead = (scores: readonly number[]): number => (scores.length ? Math.min(...scores) : 0)

/** The lowest first, as ties are broken. */
export const inOrder = (scores: readonly number[]): number[] => [...scores].sort((a, b) => a - b)
