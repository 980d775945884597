/** Drag a piece over the board: whatever lies under the pointer and names itself by an attribute is told of it. */

import type { Action } from 'svelte/action'

interface Dragging {
  /** Such as data-cell. */
  attribute: string
  active: boolean
  over: (target: string) => void
  tap?: () => void
  drop?: (target: string | null) => void
}

export const dragOver: Action<Element, Dragging> = (node, initial) => {
  let options = initial
  let from: { x: number; y: number } | null = null
  let dragging = false
  let last: string | null = null

  function under(event: PointerEvent): string | null {
    const found = document.elementsFromPoint(event.clientX, event.clientY)
    for (const element of found) {
      const target = element.closest(`[${options.attribute}]`)?.getAttribute(options.attribute)
      if (target !== null && target !== undefined) return target
    }
    return null
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
    if (target !== null && target !== last) options.over(target)
    last = target
  }

  function up(event: Event): void {
    if (!(event instanceof PointerEvent) || !from) return
    from = null
    if (dragging) options.drop?.(under(event))
    else if (event.type === 'pointerup') options.tap?.()
    dragging = false
    last = null
  }

  node.addEventListener('pointerdown', down)
  node.addEventListener('pointermove', move)
  node.addEventListener('pointerup', up)
  node.addEventListener('pointercancel', up)
  return {
    update: (next) => (options = next),
    destroy: () => {
      node.removeEventListener('pointerdown', down)
      node.removeEventListener('pointermove', move)
      node.removeEventListener('pointerup', up)
      node.removeEventListener('pointercancel', up)
    },
  }
}
