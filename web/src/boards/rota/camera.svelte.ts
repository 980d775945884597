/** The part of the display in sight: all of it, until someone pans by dragging or zooms by wheel or two fingers. */

import { CELL, type Box } from './geometry'

export interface Point {
  x: number
  y: number
}

/** As far as a finger may slip, in pixels, and still tap. */
const SLIP = 8
const TWICE_MS = 350

export class Camera {
  #moved = $state.raw<Box | null>(null)
  readonly #fitted: () => Box
  readonly #frame: () => Box | undefined
  readonly #fingers = new Map<number, Point>()
  #travelled = 0
  #tapped = -1000
  /** Pixels to a unit while a gesture lasts: panning does not change it. */
  #scale = 1

  /** What is to be seen as a whole, and where on the screen it is drawn. */
  constructor(fitted: () => Box, frame: () => Box | undefined) {
    this.#fitted = fitted
    this.#frame = frame
  }

  get box(): Box {
    return this.#moved ?? this.#fitted()
  }

  get isMoved(): boolean {
    return this.#moved !== null
  }

  /** Was the last gesture more than a tap? */
  get hasDragged(): boolean {
    return this.#travelled >= SLIP
  }

  fit(): void {
    this.#moved = null
  }

  /** So many times as much comes in sight; what is at this point of the screen stays there. */
  zoom(by: number, at: Point): void {
    const frame = this.#frame()
    if (!frame) return
    const { box } = this
    const width = Math.max(2.5 * CELL, Math.min(3 * this.#fitted().width, box.width * by))
    const grown = width / box.width
    const scale = scaleOf(box, frame)
    const x = box.x + box.width / 2 + (at.x - frame.x - frame.width / 2) / scale
    const y = box.y + box.height / 2 + (at.y - frame.y - frame.height / 2) / scale
    this.#moved = { x: x + (box.x - x) * grown, y: y + (box.y - y) * grown, width, height: box.height * grown }
  }

  down(finger: number, at: Point): void {
    this.#fingers.set(finger, at)
    this.#travelled = 0
    this.#measure()
  }

  drag(finger: number, at: Point): void {
    const before = this.#fingers.get(finger)
    if (!before) return
    const [dx, dy] = [at.x - before.x, at.y - before.y]
    this.#travelled += Math.abs(dx) + Math.abs(dy)
    if (!this.hasDragged) return
    const other = this.#fingers.size === 2 ? [...this.#fingers].find(([id]) => id !== finger)?.[1] : undefined
    if (other) {
      const far = Math.hypot(before.x - other.x, before.y - other.y)
      const now = Math.hypot(at.x - other.x, at.y - other.y)
      if (now > 0) this.zoom(far / now, { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 })
      this.#measure()
    } else {
      const { box } = this
      this.#moved = { ...box, x: box.x - dx / this.#scale, y: box.y - dy / this.#scale }
    }
    this.#fingers.set(finger, at)
  }

  up(finger: number): void {
    this.#fingers.delete(finger)
  }

  /** Tapped beside everything: twice, and all of it is seen again. */
  tap(time: number): void {
    if (time - this.#tapped < TWICE_MS) this.fit()
    this.#tapped = time
  }

  #measure(): void {
    const frame = this.#frame()
    if (frame) this.#scale = scaleOf(this.box, frame)
  }
}

/** Pixels to a unit of a drawing that is fitted into its frame. */
function scaleOf(box: Box, frame: Box): number {
  return Math.min(frame.width / box.width, frame.height / box.height)
}
