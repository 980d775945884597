/** Lists that come anew with every state, though hardly anything in them is new: what says the same stays the same object,
 *  and whatever was drawn of it is not drawn again. */
export function steady<T extends object>(): (next: T[]) => T[] {
  let before: T[] = []
  return (next) => {
    const found = next.map((one, index) => {
      const other = before[index]
      return other && JSON.stringify(other) === JSON.stringify(one) ? other : one
    })
    return (before = same(before, found))
  }
}

/** The same list as long as the same is in it. */
export function steadyList<T>(): (next: T[]) => T[] {
  let before: T[] = []
  return (next) => (before = same(before, next))
}

function same<T>(before: T[], next: T[]): T[] {
  return next.length === before.length && next.every((one, index) => one === before[index]) ? before : next
}
