/** The chances over a game, as lines of a drawing. */

/** By seat, for the lines of the others. */
export const DASHES: readonly string[] = ['1 5', '7 5', '2 4', '10 4 2 4']

export interface Frame {
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
}

export interface Point {
  x: number
  y: number
}

/** Where a value at a place along the game lies. */
export function scales({ width, height, left, right, top, bottom }: Frame, last: number, high: number) {
  const [wide, tall] = [Math.max(1, width - left - right), height - top - bottom]
  return {
    x: (at: number): number => left + (wide * at) / Math.max(1, last),
    y: (value: number): number => top + tall * (1 - Math.max(0, Math.min(high, value)) / high),
    /** The place that is nearest to a point. */
    at: (x: number): number => Math.max(0, Math.min(last, Math.round(((x - left) / wide) * Math.max(1, last)))),
  }
}

/** A smooth line through all points that never swings beyond them: what rises between two, rises all the way. */
export function smooth(points: readonly Point[]): string {
  const [first] = points
  if (!first) return ''
  const round = (value: number): string => String(Math.round(value * 10) / 10)
  const slopes = tangents(points)
  let path = `M${round(first.x)} ${round(first.y)}`
  for (let at = 1; at < points.length; at++) {
    const [from, to] = [points[at - 1] as Point, points[at] as Point]
    const third = (to.x - from.x) / 3
    const [out = 0, into = 0] = [slopes[at - 1], slopes[at]]
    path += `C${[from.x + third, from.y + out * third, to.x - third, to.y - into * third, to.x, to.y].map(round).join(' ')}`
  }
  return path
}

/** Fritsch and Carlson: the harmonic mean of the slopes on both sides, and none at a peak. */
function tangents(points: readonly Point[]): number[] {
  const slopes = points.slice(1).map((to, at) => {
    const from = points[at] as Point
    return (to.y - from.y) / Math.max(1e-9, to.x - from.x)
  })
  return points.map((_, at) => {
    const [before, after] = [slopes[at - 1], slopes[at]]
    if (before === undefined || after === undefined) return after ?? before ?? 0
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after)
  })
}

/** Numbers along the foot, not closer than there is room for. */
export function ticks(last: number, room: number): number[] {
  const step = [1, 2, 5, 10, 20, 50].find((one) => last / one <= room) ?? 100
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, at) => at * step)
}
