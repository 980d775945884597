/** The part of a board in sight. It shows all of it and eases to a new fit; a person pans by dragging and zooms by wheel,
 *  two fingers, double tap or key. It never moves by itself under a finger.
 *  While it moves, the board is moved as one picture, by the browser alone; once it rests, the board is drawn anew. */

import type { Attachment } from 'svelte/attachments'

export interface Point {
  x: number
  y: number
}

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

interface Scene {
  /** What is to be seen as a whole. */
  fitted: () => Box
  /** Where on the screen it is drawn. */
  frame: () => Box | undefined
  /** Must it keep still, such as while a move is tried? */
  held?: () => boolean
  /** Does nothing move by itself? Then a new fit is there at once. */
  still?: () => boolean
  /** So much is seen at the least, in units. */
  closest?: number
  /** So many times the fit is seen at the most. */
  widest?: number
}

/** As far as a finger may slip, in pixels, and still tap. */
const SLIP = 8
const TWICE_MS = 350
const ZOOM = 1.6
/** It eases with this time constant, and by no more than a few per cent in a frame, however late that is. */
const EASE_MS = 90
const MOST = 0.035
/** After so long without a move it rests. */
const RESTS_MS = 140
/** A way has a point for so many milliseconds. */
const STEP_MS = 16
/** Its animations have this name. */
export const EASING = 'camera'

interface Size {
  width: number
  height: number
}

export class Camera {
  #scene: Scene
  #shown = $state.raw<Box | null>(null)
  /** What it showed when the board was last drawn. */
  #drawn = $state.raw<Box | null>(null)
  #rest: ReturnType<typeof setTimeout> | undefined
  /** Where a person has moved it; null is the fit. */
  #moved = $state.raw<Box | null>(null)
  /** Asked for by a person: it goes there even while it is held. */
  #urgent = false
  readonly #fingers = new Map<number, Point>()
  #pressed: Point | null = null
  #travelled = 0
  #tapped = { time: -1000, at: { x: 0, y: 0 } }
  /** The way on which it is seen to ease to what it shows, and when that began. */
  #way = $state.raw<{ boxes: Box[]; begun: number } | null>(null)
  /** Pixels to a unit while a gesture lasts: panning does not change it. */
  #scale = 1

  constructor(scene: Scene) {
    this.#scene = scene
  }

  get box(): Box {
    return this.#shown ?? this.#scene.fitted()
  }

  /** What the board is to be drawn for; it is then moved to where it is to be seen. */
  get drawn(): Box {
    return this.#drawn ?? this.#scene.fitted()
  }

  /** How the board as it was drawn is moved about the middle of a frame of this size. */
  moves(size: Size, box = this.box): string {
    const { drawn } = this
    if (same(box, drawn)) return 'none'
    const scale = scaleOf(box, size)
    const [x, y] = [drawn.x - box.x + (drawn.width - box.width) / 2, drawn.y - box.y + (drawn.height - box.height) / 2]
    return `translate(${x * scale}px, ${y * scale}px) scale(${scale / scaleOf(drawn, size)})`
  }

  /** Moves what is drawn for it to where it is to be seen. */
  moving(size: () => Size): Attachment<HTMLElement | SVGElement> {
    return (node) => {
      node.style.transform = this.moves(size())
      const way = this.#way
      if (!way) return
      const frames = way.boxes.map((box) => ({ transform: this.moves(size(), box) }))
      const animation = node.animate(frames, { id: EASING, duration: (frames.length - 1) * STEP_MS })
      animation.currentTime = performance.now() - way.begun
      return () => animation.cancel()
    }
  }

  /** Where in a frame a part of the board is seen. */
  seen(part: Box, frame: Box): Box {
    return placed(part, this.box, frame)
  }

  /** The same as it was drawn, before it is moved. */
  lies(part: Box, size: { width: number; height: number }): Box {
    return placed(part, this.drawn, { x: 0, y: 0, ...size })
  }

  /** The same on the screen. */
  onScreen(x: number, y: number, width = 0, height = 0): Box | null {
    const frame = this.#scene.frame()
    return frame ? this.seen({ x, y, width, height }, frame) : null
  }

  get isMoved(): boolean {
    return this.#moved !== null
  }

  /** Pixels to a unit. */
  get scale(): number {
    const frame = this.#scene.frame()
    return frame ? scaleOf(this.box, frame) : 1
  }

  /** Was the last gesture more than a tap? */
  get hasDragged(): boolean {
    return this.#travelled >= SLIP
  }

  /** What was seen where a finger last went down, in units: a tap is for that, though all may ease on before it is over. */
  get pressed(): Point | null {
    return this.#pressed
  }

  get isTouched(): boolean {
    return this.#fingers.size > 0
  }

  get #isHeld(): boolean {
    return !this.#urgent && (this.isTouched || (this.#scene.held?.() ?? false))
  }

  /** The fit may have changed, or nothing holds it any longer: ease to where it belongs. */
  follow(): void {
    const target = this.#moved ?? this.#scene.fitted()
    if (this.#shown === null || (this.#scene.still?.() && !this.#isHeld)) {
      this.#urgent = false
      this.#way = null
      this.#shown = this.#drawn = target
      return
    }
    if (same(this.#shown, target) && !this.#isHeld) return
    this.stop()
    const boxes = [this.box]
    while (this.advance(STEP_MS)) boxes.push(this.box)
    if (same(boxes[0] ?? target, this.box)) return
    boxes.push(this.box)
    this.#way = { boxes, begun: performance.now() }
    this.#restAfter((boxes.length - 1) * STEP_MS + RESTS_MS)
  }

  /** It stays where it is seen just now. */
  stop(): void {
    if (!this.#way) return
    const { boxes, begun } = this.#way
    this.#way = null
    this.#show(boxes[Math.min(boxes.length - 1, Math.round((performance.now() - begun) / STEP_MS))] ?? this.box)
  }

  /** So much later: is there still some way to go? */
  advance(ms: number): boolean {
    const from = this.box
    const to = this.#moved ?? this.#scene.fitted()
    if (this.#isHeld || same(from, to)) return false
    const [width, height] = [Math.log(to.width / from.width), Math.log(to.height / from.height)]
    const [dx, dy] = [to.x + to.width / 2 - from.x - from.width / 2, to.y + to.height / 2 - from.y - from.height / 2]
    const far = Math.max(Math.abs(width), Math.abs(height), Math.abs(dx) / from.width, Math.abs(dy) / from.height)
    const part = far < 0.002 ? 1 : Math.min(1 - Math.exp(-Math.max(1, ms) / EASE_MS), MOST / far)
    if (part === 1) {
      this.#show(to)
      this.#urgent = false
      return false
    }
    const [w, h] = [from.width * Math.exp(width * part), from.height * Math.exp(height * part)]
    const [x, y] = [from.x + from.width / 2 + dx * part, from.y + from.height / 2 + dy * part]
    this.#show({ x: x - w / 2, y: y - h / 2, width: w, height: h })
    return true
  }

  #show(box: Box): void {
    this.#drawn ??= this.box
    this.#shown = box
    this.#restAfter(RESTS_MS)
  }

  #restAfter(ms: number): void {
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => {
      this.#way = null
      this.#drawn = this.#shown
    }, ms)
  }

  fit(): void {
    this.#moved = null
    this.#urgent = true
    this.follow()
  }

  /** So many times as much comes in sight; what is at this point of the screen stays there. */
  zoom(by: number, at?: Point): void {
    this.stop()
    const box = this.#zoomed(by, at)
    if (!box) return
    this.#moved = box
    this.#show(box)
  }

  /** The same in a short while, as by a key or a double tap. */
  glide(by: number, at?: Point): void {
    const box = this.#zoomed(by, at)
    if (!box) return
    this.#moved = box
    this.#urgent = true
    this.follow()
  }

  #zoomed(by: number, at?: Point): Box | null {
    const frame = this.#scene.frame()
    if (!frame) return null
    const box = this.#moved ?? this.box
    const { closest = 250, widest = 3 } = this.#scene
    const width = Math.max(closest, Math.min(widest * this.#scene.fitted().width, box.width * by))
    const grown = width / box.width
    const { x, y } = at ? unitsAt(at, box, frame) : { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    return { x: x + (box.x - x) * grown, y: y + (box.y - y) * grown, width, height: box.height * grown }
  }

  down(finger: number, at: Point): void {
    this.#fingers.set(finger, at)
    this.#travelled = 0
    this.#urgent = false
    this.stop()
    this.#measure()
    const frame = this.#scene.frame()
    this.#pressed = frame ? unitsAt(at, this.box, frame) : null
  }

  drag(finger: number, at: Point, pans = true): void {
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
    } else if (pans) {
      const { box } = this
      this.#moved = { ...box, x: box.x - dx / this.#scale, y: box.y - dy / this.#scale }
      this.#show(this.#moved)
    }
    this.#fingers.set(finger, at)
  }

  up(finger: number): void {
    this.#fingers.delete(finger)
    if (!this.isTouched) this.follow()
  }

  /** Tapped beside everything: twice in the same place, and it comes closer, or all of it is seen again. */
  tap(time: number, at: Point): void {
    const { time: before, at: there } = this.#tapped
    const again = time - before < TWICE_MS && Math.hypot(at.x - there.x, at.y - there.y) < 3 * SLIP
    this.#tapped = { time: again ? -1000 : time, at }
    if (!again) return
    if (this.isMoved) this.fit()
    else this.glide(1 / ZOOM / ZOOM, at)
  }

  /** Plus, minus, nought; true if the key was for us. */
  key(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false
    if ((event.target as Element).closest('input, textarea, select, [role=dialog]')) return false
    if (event.key === '+' || event.key === '=') this.glide(1 / ZOOM)
    else if (event.key === '-') this.glide(ZOOM)
    else if (event.key === '0') this.fit()
    else return false
    return true
  }

  #measure(): void {
    this.#scale = this.scale
  }
}

/** Pixels to a unit of a drawing that is fitted into its frame. */
export function scaleOf(box: Box, frame: { width: number; height: number }): number {
  return Math.min(frame.width / box.width, frame.height / box.height)
}

function placed({ x, y, width, height }: Box, box: Box, frame: Box): Box {
  const scale = scaleOf(box, frame)
  return {
    x: frame.x + frame.width / 2 + (x - box.x - box.width / 2) * scale,
    y: frame.y + frame.height / 2 + (y - box.y - box.height / 2) * scale,
    width: width * scale,
    height: height * scale,
  }
}

/** The point of a drawing that is seen at a point of the screen. */
export function unitsAt(at: Point, box: Box, frame: Box): Point {
  const scale = scaleOf(box, frame)
  return {
    x: box.x + box.width / 2 + (at.x - frame.x - frame.width / 2) / scale,
    y: box.y + box.height / 2 + (at.y - frame.y - frame.height / 2) / scale,
  }
}

function same(one: Box, other: Box): boolean {
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height
}
