/** Numbers on a board are read at any distance. */

/** How much larger something has to be drawn, so that its letters, so many units high, have so many pixels at this scale. */
export function enlarged(units: number, pixels: number, scale: number): number {
  return scale > 0 ? Math.max(1, pixels / (units * scale)) : 1
}
