/** Drag a piece over the board: whatever lies under the pointer and names itself by an attribute hears of it. */

import type { Action } from 'svelte/action'

interface Dragging {
  /** Such as data-cell. */
  attribute: string
  active: boolean
  /** The pointer is over a place. Does the piece lie there now? Then the board shows it, and nothing floats. */
  over: (target: string) => boolean
  tap?: () => void
  drop?: (target: string | null) => void
  /** Where a finger drags it; null once it is let go. */
  at?: (point: { x: number; y: number } | null) => void
}

export const dragOver: Action<Element, Dragging> = (node, initial) => {
  let options = initial
  let from: { x: number; y: number } | null = null
  let dragging = false
  let last: string | null = null
  let lies = false
  let copy: HTMLElement | null = null

  function under(event: PointerEvent): string | null {
    const found = document.elementsFromPoint(event.clientX, event.clientY)
    for (const element of found) {
      const target = element.closest(`[${options.attribute}]`)?.getAttribute(options.attribute)
      if (target !== null && target !== undefined) return target
    }
    return null
  }

  /** A copy of the piece under the pointer; over a finger, which would hide it. */
  function float(event: PointerEvent): void {
    const box = node.getBoundingClientRect()
    if (!copy) {
      copy = document.createElement('div')
      copy.setAttribute('aria-hidden', 'true')
      copy.inert = true
      copy.append(node.cloneNode(true))
      const game = node.closest('[data-game]')?.getAttribute('data-game')
      if (game) copy.dataset.game = game
      Object.assign(copy.style, {
        position: 'fixed',
        zIndex: '6',
        top: '0',
        left: '0',
        width: `${box.width}px`,
        pointerEvents: 'none',
        willChange: 'transform',
      })
      document.body.append(copy)
    }
    const up = event.pointerType === 'touch' ? box.height : box.height / 2
    copy.style.transform = `translate(${event.clientX - box.width / 2}px, ${event.clientY - up}px)`
    copy.style.opacity = lies ? '0' : '0.85'
  }

  function land(): void {
    copy?.remove()
    copy = null
  }

  function down(event: Event): void {
    if (!(event instanceof PointerEvent) || !options.active || event.button !== 0) return
    from = { x: event.clientX, y: event.clientY }
    dragging = false
    node.setPointerCapture(event.pointerId)
  }

  function move(event: Event): void {
    if (!(event instanceof PointerEvent) || !from) return
    dragging ||= Math.hypot(event.clientX - from.x, event.clientY - from.y) > 8
    if (!dragging) return
    const target = under(event)
    if (target === null) lies = false
    else if (target !== last) lies = options.over(target)
    last = target
    float(event)
    if (event.pointerType === 'touch') options.at?.({ x: event.clientX, y: event.clientY })
  }

  function up(event: Event): void {
    if (!(event instanceof PointerEvent) || !from) return
    from = null
    land()
    options.at?.(null)
    if (dragging) options.drop?.(under(event))
    else if (event.type === 'pointerup') options.tap?.()
    dragging = false
    lies = false
    last = null
  }

  const heard = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up }
  for (const [name, hear] of Object.entries(heard)) node.addEventListener(name, hear)
  return {
    update: (next) => (options = next),
    destroy: () => {
      land()
      for (const [name, hear] of Object.entries(heard)) node.removeEventListener(name, hear)
    },
  }
}
