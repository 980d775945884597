import { describe, expect, it } from 'vitest'
import { cells } from './cards'
import { CARD, loops, onGrid, outlineOn, sectionAt } from './drawing'

describe('the line around a shape', () => {
  it('has a corner wherever it turns', () => {
    expect(loops(cells(['##']))).toEqual([[[0, 0], [2, 0], [2, 1], [0, 1]]])
    expect(loops(cells(['#.', '##']))[0]).toHaveLength(6)
    expect(loops(cells(['.#.', '###', '.#.']))[0]).toHaveLength(12)
  })

  it('goes around a hole too, and keeps bodies apart that only touch', () => {
    expect(loops(cells(['###', '#.#', '###'])).map((loop) => loop.length)).toEqual([4, 4])
    expect(loops(cells(['#.', '.#'])).map((loop) => loop.length)).toEqual([4, 4])
  })

  it('is closed', () => {
    expect(outlineOn(cells(['##', '#.']), 1, 1)).toMatch(/^M.*Z$/)
  })
})

it('a point of the screen lies on the section drawn there', () => {
  const box = { x: 40, y: 300, width: 2 * CARD.width }
  for (const section of [0, 4, 8]) {
    const [x, y] = sectionAt(section)
    const at = onGrid(box, 40 + 2 * (x + 14), 300 + 2 * (y + 14))
    expect(at.map(Math.floor)).toEqual([section % 3, Math.floor(section / 3)])
  }
})
