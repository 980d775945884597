/** When something comes to stand beside a board, or leaves, what lies there eases to its new place. */

import { tick, untrack } from 'svelte'
import { EASE, motion } from './motion'

const LASTS = 400

/** `laid` says how things are laid out now; `parts` which of them may have moved, when that is another than before. */
export function eases<T>(laid: () => T, parts: (before: T, now: T) => string | null = () => '[data-eases]'): void {
  let before = untrack(laid)
  $effect.pre(() => {
    const now = laid()
    const which = parts(before, now)
    if (now === before) return
    before = now
    if (which && !motion.isReduced) void tick().then(moving(which))
  })
}

/** Asked for before; what it returns is called when all is laid out anew. Of a part that is wider than what is drawn in it, that
 *  counts (`data-drawn`). */
function moving(which: string): () => void {
  const parts = [...document.querySelectorAll<HTMLElement>(which)].map((part) => ({ part, drawn: part.querySelector('[data-drawn]') ?? part }))
  const were = parts.map(({ drawn }) => drawn.getBoundingClientRect())
  return () => {
    // All are asked before any of them moves.
    const are = parts.map(({ part, drawn }) => [part, drawn].map((one) => one.getBoundingClientRect()))
    for (const [index, { part }] of parts.entries()) {
      const [from, [frame, to]] = [were[index], are[index] ?? []]
      if (!from?.width || !frame || !to?.width) continue
      const scale = from.width / to.width
      // About its own corner, so that what is drawn begins where it was.
      const [x, y] = [from.x - frame.x - (to.x - frame.x) * scale, from.y - frame.y - (to.y - frame.y) * scale]
      if (Math.abs(x) + Math.abs(y) + Math.abs(scale - 1) * frame.width < 1) continue
      part.animate(
        [
          { transformOrigin: '0 0', transform: `translate(${x}px, ${y}px) scale(${scale})` },
          { transformOrigin: '0 0', transform: 'none' },
        ],
        { duration: LASTS, easing: EASE },
      )
    }
  }
}
