/** Lights of a step are there before they are seen, and come on by themselves, each at its beat: nothing is drawn anew for
 *  one of them. All last until the step is over, so that the browser lays out its layers once. */

import { motion } from './motion'

/** How long until a light comes on, and until the step is over, in milliseconds. */
export interface Coming {
  after: number
  all: number
}

const FADES = 160

export function shine(node: Element, coming: Coming | undefined): void {
  if (!coming || motion.isStill) return
  const { after } = coming
  const all = Math.max(coming.all, after + FADES)
  node.animate([{ opacity: 0 }, { opacity: 0, offset: after / all }, { opacity: 1, offset: (after + FADES) / all }, { opacity: 1 }], all)
}
