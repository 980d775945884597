/** The legal moves as the server offers them: notation, and what each would score. */

export type Groups = [start: string, ends: string[], gains: string[]][]

/** A text stands for a list, with spaces between what it holds; ends that are null are those of the group before. */
export type ShortGroups = [start: string, ends: string[] | string | null, gains: string[] | string][]

export function inFull(groups: ShortGroups): Groups {
  let known: string[] = []
  return groups.map(([start, ends, gains]) => {
    if (ends !== null) known = listed(ends)
    return [start, known, listed(gains)]
  })
}

function listed(told: string[] | string): string[] {
  return typeof told === 'string' ? told.split(' ') : told
}

export class Offers {
  readonly #gains = new Map<string, string>()

  constructor(readonly groups: Groups) {
    for (const [start, ends, gains] of groups)
      ends.forEach((end, index) => this.#gains.set(start + end, gains[index] ?? ''))
  }

  /** Are the same moves offered? Then it is the same decision, whatever others have done meanwhile. */
  equals(other: Offers | null): boolean {
    return other !== null && JSON.stringify(this.groups) === JSON.stringify(other.groups)
  }

  get size(): number {
    return this.#gains.size
  }

  has(move: string): boolean {
    return this.#gains.has(move)
  }

  /** "R2B1" for the games with tracks, the digits of the sections to be marked for AXO. */
  gain(move: string): string {
    return this.#gains.get(move) ?? ''
  }

  moves(): string[] {
    return [...this.#gains.keys()]
  }
}
