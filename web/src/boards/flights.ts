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

/** Points of a way, and of the curve by which it slows down: `EASE`, drawn from one to the other. */
const STEPS = 8
const curve = (first: number, second: number, at: number): number => 3 * (1 - at) ** 2 * at * first + 3 * (1 - at) * at ** 2 * second + at ** 3
const timeAt = (step: number): number => curve(0.2, 0.2, step / STEPS)
const partAt = (step: number): number => curve(0.8, 1, step / STEPS)

/** From one point to another in a low arc, ever more slowly; never out of sight. */
export function path(from: Point, to: Point, screen: { width: number; height: number }): Point[] {
  const end = { x: Math.max(8, Math.min(screen.width - 8, to.x)), y: Math.max(8, Math.min(screen.height - 8, to.y)) }
  const lift = Math.min(64, Math.hypot(end.x - from.x, end.y - from.y) / 5)
  const way = Array.from({ length: STEPS - 1 }, (_, index) => {
    const part = partAt(index + 1)
    return { x: from.x + part * (end.x - from.x), y: from.y + part * (end.y - from.y) - lift * Math.sin(Math.PI * part) }
  })
  return [from, ...way, end]
}

/** Frames for one of a flock: it sets out after a while and is gone where it ends, but each lasts as long as all of them.
 *  A browser lays out its layers anew whenever something sets out or ends: so it does twice, however many fly. */
export function frames(way: readonly Point[], { after, lasts, all }: { after: number; lasts: number; all: number }): Keyframe[] {
  const flying = way.map(({ x, y }, step) => ({
    offset: (after + timeAt(step) * lasts) / all,
    transform: `translate(${x}px, ${y}px) scale(${1.1 - 0.32 * partAt(step)})`,
    opacity: step === way.length - 1 ? 0.4 : 1,
  }))
  const [first, last] = [flying[0], flying.at(-1)]
  return [{ ...first, offset: 0, opacity: 0 }, { ...first, opacity: 0 }, ...flying, { ...last, opacity: 0 }, { ...last, offset: 1, opacity: 0 }]
}
