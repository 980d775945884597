import { expect, it } from 'vitest'
import { clockOf, secondsLeft } from './clock'

it('is one’s own, else that of whoever has least', () => {
  expect(clockOf([90, 80, null, 70], 0)).toEqual({ deadline: 90, number: 0 })
  expect(clockOf([90, 80, null, 70], 2)).toEqual({ deadline: 70, number: 3 })
  expect(clockOf([90, 80, null, 70], null)).toEqual({ deadline: 70, number: 3 })
  expect(clockOf([null, null], 0)).toBeUndefined()
})

it('goes by the server’s time, whatever ours is', () => {
  expect(secondsLeft(1000, 940, 0)).toBe(60)
  // Ours is ten seconds behind: fifty are left, not seventy.
  expect(secondsLeft(1000, 940, 10)).toBe(50)
  expect(secondsLeft(1000, 1100, 0)).toBe(0)
})
