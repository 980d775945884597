import { expect, it } from 'vitest'
import { enlarged } from './legible'

it('small letters grow to what can be read, and no others', () => {
  // The largest board of Axio on a phone: a line's number had less than six pixels.
  expect(20 * 0.28 * enlarged(20, 11, 0.28)).toBeCloseTo(11)
  expect(enlarged(20, 11, 0.8)).toBe(1)
  expect(enlarged(20, 11, 0)).toBe(1)
})
