/** The clock of a table, in the server's time. */

interface Running {
  deadline: number
  number: number
}

/** One's own if it runs, else that of whoever has least. */
export function clockOf(deadlines: readonly (number | null)[], seat: number | null): Running | undefined {
  const running = deadlines.flatMap((deadline, number) => (deadline === null ? [] : [{ deadline, number }]))
  return running.find(({ number }) => number === seat) ?? running.sort((a, b) => a.deadline - b.deadline)[0]
}

/** The last seconds are marked. */
export const LOW = 10

/** How many seconds are left when our clock says `now` and the server's is so many seconds ahead. */
export const secondsLeft = (deadline: number, now: number, ahead: number): number => Math.max(0, Math.round(deadline - now - ahead))
