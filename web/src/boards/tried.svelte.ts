/** What was tried when a move was sent: it stays where it lies until the table has answered. */

export class Tried<T> {
  #kept = $state.raw<{ what: T; view: unknown } | null>(null)

  /** What is tried now, if anything; is a decision still asked for, and in which position? */
  follow(what: T | null, isAsked: boolean, view: unknown): void {
    if (what !== null) this.#kept = { what, view }
    else if (isAsked) this.#kept = null
  }

  /** Sent and not yet answered. */
  sent(isAsked: boolean, view: unknown): T | null {
    const kept = this.#kept
    return kept && !isAsked && kept.view === view ? kept.what : null
  }

  forget(): void {
    this.#kept = null
  }

  /** The last that was tried, whatever came of it. */
  get last(): T | null {
    return this.#kept?.what ?? null
  }
}
