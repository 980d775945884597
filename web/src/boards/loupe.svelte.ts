/** A finger on small spaces: once it rests or slides, a magnifier opens, and it points as finely as if they were large. */

import type { Point } from './camera.svelte'

/** Spaces that are smaller than this, in pixels, are hard to hit. */
const SMALL = 40
/** So far a finger has to go from one space to the next while it is open. */
export const TARGET = 44
const RESTS_MS = 180
const SLIP = 8

export class Loupe {
  /** Where the finger is on the screen while it is open. */
  at = $state.raw<Point | null>(null)
  /** What it points at. */
  aim = $state.raw<Point | null>(null)
  readonly #space: () => number
  #start: Point | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  /** How wide a space is on the screen. */
  constructor(space: () => number) {
    this.#space = space
  }

  get isNeeded(): boolean {
    return this.#space() < SMALL
  }

  get isOpen(): boolean {
    return this.at !== null
  }

  down(at: Point): void {
    this.close()
    if (!this.isNeeded) return
    this.#start = at
    this.#timer = setTimeout(() => this.#point(at), RESTS_MS)
  }

  move(at: Point): void {
    if (!this.#start) return
    if (this.isOpen || Math.hypot(at.x - this.#start.x, at.y - this.#start.y) > SLIP) this.#point(at)
  }

  /** A piece that is dragged here from elsewhere is magnified as it is. */
  over(at: Point | null): void {
    this.at = this.aim = at !== null && this.isNeeded ? at : null
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#start = this.at = this.aim = null
  }

  #point(at: Point): void {
    const start = this.#start
    if (!start) return
    const fine = Math.min(1, this.#space() / TARGET)
    this.at = at
    this.aim = { x: start.x + (at.x - start.x) * fine, y: start.y + (at.y - start.y) * fine }
  }
}
