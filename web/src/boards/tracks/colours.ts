/** The games with tracks: a track a colour, the lowest counts. */

export const COLOURS = ['R', 'G', 'B', 'O', 'P'] as const
export type Colour = (typeof COLOURS)[number]

/** "R2B1" as points by colour. */
export function points(gain: string): Partial<Record<Colour, number>> {
  const found: Partial<Record<Colour, number>> = {}
  for (const [, colour, count] of gain.matchAll(/([RGBOP])(\d+)/g)) found[colour as Colour] = Number(count)
  return found
}
