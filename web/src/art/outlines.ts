/** Our own art: five symbols for five colours, each with a shape of its own. As outlines, so that all of one colour on a
 *  board are one path: a board of some hundred drawings appears at once. */

type Point = [x: number, y: number]

function rays(count: number, inner: number): Point[] {
  return Array.from({ length: 2 * count }, (_, i) => {
    const r = i % 2 ? inner : 1
    return [r * Math.sin((Math.PI * i) / count), -r * Math.cos((Math.PI * i) / count)]
  })
}

const short = (value: number): string => String(Math.round(value * 1000) / 1000)

/** Where it starts, and the way from there. */
type Outline = [x: number, y: number, way: string]

function polygon(points: Point[], r: number): Outline {
  const [[x, y] = [0, 0]] = points
  const steps = points.slice(1).map(([px, py], i) => {
    const [fx, fy] = points[i] ?? [0, 0]
    return `l${short((px - fx) * r)} ${short((py - fy) * r)}`
  })
  return [x * r, y * r, `${steps.join('')}z`]
}

function circle(r: number, sweep = 0): string {
  return `a${short(r)} ${short(r)} 0 1 ${sweep} ${short(2 * r)} 0a${short(r)} ${short(r)} 0 1 ${sweep} ${short(-2 * r)} 0z`
}

const DRAWN: Record<string, (r: number) => Outline> = {
  R: (r) => polygon(rays(12, 0.68), r),
  G: (r) => [-0.86 * r, 0, circle(0.86 * r)],
  B: (r) => polygon(rays(6, 0.5), r),
  O: (r) => [-0.62 * r, -0.76 * r, roundedWay(1.52 * r, 1.52 * r, 0.14 * r)],
  P: (r) => [-0.87 * r, 0, `${circle(0.87 * r)}m${short(0.38 * r)} 0${circle(0.49 * r, 1)}`],
}

function roundedWay(width: number, height: number, r: number): string {
  const [w, h, c] = [width - 2 * r, height - 2 * r, short(r)]
  return `h${short(w)}a${c} ${c} 0 0 1 ${c} ${c}v${short(h)}a${c} ${c} 0 0 1 -${c} ${c}h${short(-w)}a${c} ${c} 0 0 1 -${c} -${c}v${short(-h)}a${c} ${c} 0 0 1 ${c} -${c}z`
}

/** A rectangle with round corners. */
export function rounded(x: number, y: number, width: number, height: number, r: number): string {
  return `M${short(x + r)} ${short(y)}${roundedWay(width, height, r)}`
}

const known = new Map<string, Outline>()

/** A colour's symbol around a point. */
export function outline(colour: string, x: number, y: number, r: number): string {
  const name = `${colour}${r}`
  const [dx, dy, way] = known.get(name) ?? DRAWN[colour]?.(r) ?? [0, 0, '']
  if (!known.has(name)) known.set(name, [dx, dy, way])
  return `M${short(x + dx)} ${short(y + dy)}${way}`
}

/** Symbols by colour, each colour a single path. */
export class Layers {
  readonly #paths = new Map<string, string>()

  add(colour: string, x: number, y: number, r: number): void {
    if (colour in DRAWN) this.#paths.set(colour, (this.#paths.get(colour) ?? '') + outline(colour, x, y, r))
  }

  get all(): [colour: string, path: string][] {
    return [...this.#paths]
  }
}
