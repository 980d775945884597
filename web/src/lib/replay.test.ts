import { expect, it, vi } from 'vitest'

vi.mock('./settings.svelte', () => ({ settings: { kept: { speed: 'normal' } } }))
const { motion } = await import('../boards/motion')
const { turnTo } = await import('./replay.svelte')

it('moves on, and is still on the way back', () => {
  const paces: boolean[] = []
  const draw = (): void => void paces.push(motion.hurry === Infinity)
  turnTo(3, 4, draw)
  turnTo(4, 3, draw)
  turnTo(3, 3, draw)
  expect(paces).toEqual([false, true, false])
  expect(motion.hurry).toBe(1)
})
