/** What lies on a board in two parts: what is drawn as one, and what came since. A piece more in the first would have all of
 *  it drawn and painted again; so that waits for a time when nothing moves. */

export interface Settling<T> {
  settled: T[]
  fresh: T[]
}

/** No more than so many stay fresh. */
const MOST = 12

export function settling<T>(): (lying: T[], isAtRest: boolean) => Settling<T> {
  let settled: T[] | null = null
  return (lying, isAtRest) => {
    const goes = settled !== null && !isAtRest && lying.length <= settled.length + MOST && settled.every((one, index) => one === lying[index])
    if (!goes || !settled) settled = lying
    return { settled, fresh: lying.slice(settled.length) }
  }
}
