/** Points on their way from where they were made to the track that they raise. */

export interface Point {
  x: number
  y: number
}

export interface Flight {
  /** A colour's letter; none is a point without a colour. */
  colour: string
  /** Where it starts on the screen, once that can be said. */
  from: () => Point | null
  /** What it flies to. */
  to: string
}

export const track = (seat: number, colour = ''): string => `[data-track="${seat}${colour}"]`

/** From one point to another in a low arc; never out of sight. */
export function path(from: Point, to: Point, screen: { width: number; height: number }): Point[] {
  const end = { x: Math.max(8, Math.min(screen.width - 8, to.x)), y: Math.max(8, Math.min(screen.height - 8, to.y)) }
  const lift = Math.min(64, Math.hypot(end.x - from.x, end.y - from.y) / 5)
  const way = [0.25, 0.5, 0.75].map((part) => ({
    x: from.x + part * (end.x - from.x),
    y: from.y + part * (end.y - from.y) - lift * Math.sin(Math.PI * part),
  }))
  return [from, ...way, end]
}
