/** What is left of each seat's time for the whole game: the clock tells it, the heads of the seats show it. */

export interface SeatTime {
  text: string
  runs: boolean
  /** The last seconds. */
  low: boolean
}

class SeatTimes {
  /** By seat; empty without such a clock. */
  all = $state.raw<readonly SeatTime[]>([])
}

export const seatTimes = new SeatTimes()
