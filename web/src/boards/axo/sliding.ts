/** The shape under a finger or pointer: taken from the middle or from a card, it slides over one's own cards and snaps to
 *  the places where it may lie. */

import { sizeOf, type Shape } from './cards'
import { onGrid, PITCH, CARD } from './drawing'

export interface Held {
  /** Its middle on the screen. */
  x: number
  y: number
  /** A cell's side on the screen. */
  cell: number
  /** Does it lie on a card now? Then it is drawn there. */
  lies: boolean
}

interface Sliding {
  active: () => boolean
  shape: () => Shape
  /** The shape's box would begin there, in sections of the card. Does it snap? */
  over: (card: string, x: number, y: number) => boolean
  held: (held: Held | null) => void
  /** It was let go of over a card without a place for it. */
  missed: (card: string) => void
}

/** So far a finger may tremble. */
const TREMBLE = 8

/** Listens on whatever holds the shape (`[data-shape]`) and one's own cards (`[data-own]`). */
export function sliding(node: HTMLElement, options: Sliding): { destroy: () => void } {
  let from: { x: number; y: number; pointer: number; grip: [number, number] } | null = null
  let moving = false
  let lies = false
  let last = ''

  function ownCardAt(x: number, y: number): Element | null {
    for (const found of document.elementsFromPoint(x, y)) {
      const card = found.closest('[data-own]')
      if (card) return card
    }
    return null
  }

  const cellOf = (card: Element | null): number => {
    const box = (card ?? node.querySelector('[data-own]'))?.getBoundingClientRect()
    return ((box?.width ?? 0) / CARD.width) * PITCH
  }

  function down(event: PointerEvent): void {
    const target = event.target as Element
    const grabbed = target.closest('[data-shape]')
    if (!options.active() || event.button !== 0 || !(grabbed || target.closest('[data-own]'))) return
    let grip: [number, number] = [0, 0]
    if (grabbed) {
      const box = grabbed.getBoundingClientRect()
      const [width] = sizeOf(options.shape())
      const cell = box.width / Math.max(1, width)
      grip = [(event.clientX - box.x - box.width / 2) / cell, (event.clientY - box.y - box.height / 2) / cell]
    }
    // A finger hides what is under it: the shape is carried above.
    if (event.pointerType === 'touch') grip[1] += 0.9
    from = { x: event.clientX, y: event.clientY, pointer: event.pointerId, grip }
    moving = false
  }

  function move(event: PointerEvent): void {
    if (!from || event.pointerId !== from.pointer) return
    if (!moving) {
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < TREMBLE) return
      moving = true
      node.setPointerCapture(event.pointerId)
    }
    const cell = cellOf(null)
    const [x, y] = [event.clientX - from.grip[0] * cell, event.clientY - from.grip[1] * cell]
    const card = ownCardAt(x, y)
    lies = false
    last = card?.getAttribute('data-own') ?? ''
    if (card) {
      const [width, height] = sizeOf(options.shape())
      const [gx, gy] = onGrid(card.getBoundingClientRect(), x, y)
      lies = options.over(last, gx - width / 2, gy - height / 2)
    }
    options.held({ x, y, cell: cellOf(card), lies })
  }

  function up(event: PointerEvent): void {
    if (!from || event.pointerId !== from.pointer) return
    from = null
    if (!moving) return
    options.held(null)
    if (last && !lies && event.type === 'pointerup') options.missed(last)
    // The click that follows belongs to the slide.
    const stop = (click: Event): void => click.stopPropagation()
    node.addEventListener('click', stop, { capture: true, once: true })
    setTimeout(() => node.removeEventListener('click', stop, { capture: true }), 0)
    moving = false
  }

  node.addEventListener('pointerdown', down)
  node.addEventListener('pointermove', move)
  node.addEventListener('pointerup', up)
  node.addEventListener('pointercancel', up)
  return {
    destroy: () => {
      node.removeEventListener('pointerdown', down)
      node.removeEventListener('pointermove', move)
      node.removeEventListener('pointerup', up)
      node.removeEventListener('pointercancel', up)
    },
  }
}
