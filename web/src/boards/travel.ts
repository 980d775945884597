/** The way of a piece from its player to its place. */

import { BEATS, motion } from './motion'

export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

const STEPS = 10
/** How a piece gathers way and slows down. */
const ease = (part: number): number => (part < 0.5 ? 2 * part * part : 1 - 2 * (1 - part) ** 2)

/** Frames for a piece that is laid out where it will lie: it is lifted, travels in an arc, lands a little too large, settles. */
export function arc(from: Rect | null, to: Rect): Keyframe[] {
  const [lift, land] = [BEATS.travel / BEATS.corners, BEATS.land / BEATS.corners]
  const start = from ?? { x: to.x, y: to.y - to.height, width: to.width, height: to.height }
  const [dx, dy] = [start.x + start.width / 2 - to.x - to.width / 2, start.y + start.height / 2 - to.y - to.height / 2]
  // Panels are wide, hands are small: it begins as a piece of a fitting size.
  const small = Math.min(1, Math.max(0.35, Math.min(start.width / to.width, start.height / to.height)))
  const high = Math.min(90, Math.hypot(dx, dy) / 4)
  const tilt = Math.sign(dx) * Math.min(8, Math.abs(dx) / 40)
  const px = (value: number): string => `${value.toFixed(1)}px`
  const at = (part: number, scale: number): string =>
    `translate(${px(dx * (1 - part))}, ${px(dy * (1 - part) - high * Math.sin(Math.PI * part))}) rotate(${tilt * (1 - part)}deg) scale(${scale})`
  const way = Array.from({ length: STEPS }, (_, index) => {
    const part = ease((index + 1) / STEPS)
    return { offset: lift + ((index + 1) / STEPS) * (land - lift), transform: at(part, small + (1.04 - small) * part), opacity: 1 }
  })
  return [
    { offset: 0, transform: at(0, small * 0.8), opacity: 0 },
    { offset: lift, transform: at(0, small), opacity: 1 },
    ...way,
    { offset: 1, transform: at(1, 1), opacity: 1 },
  ]
}

let known = new Map<Element, Rect>()

/** Places of seats and boards, asked for before a step is drawn: behind a change, all would be laid out for the answer. They
 *  hold until its piece has set out. */
export function rememberPlaces(): void {
  known = new Map([...document.querySelectorAll('[data-seat], [data-sight], [data-part="board"]')].map((one) => [one, one.getBoundingClientRect()]))
  const places = known
  setTimeout(() => places.clear(), motion.ms('told'))
}

/** Where something is on the screen. */
export function placeOf(one: Element | null | undefined): Rect | null {
  return one ? (known.get(one) ?? one.getBoundingClientRect()) : null
}

/** Where a player's pieces come from, seen from a frame's corner: the panel of the seat. */
export function homeOf(seat: number, frame: Rect | null): Rect | null {
  const found = placeOf(document.querySelector(`[data-seat="${seat}"]`))
  if (!found?.width || !frame) return null
  return { x: found.x - frame.x, y: found.y - frame.y, width: found.width, height: found.height }
}
