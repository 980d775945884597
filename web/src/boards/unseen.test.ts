import { expect, it } from 'vitest'
import { unseen } from './unseen'

it('what is unseen is all pieces less those seen, by kind', () => {
  expect(unseen(['RG', 'RR', 'RG', 'RG', 'OO'], ['RG', 'OO'])).toEqual([
    { kind: 'RG', count: 2 },
    { kind: 'RR', count: 1 },
  ])
})

it('a piece that is not of the set is no reason to count less than none', () => {
  expect(unseen(['RG'], ['BB', 'RG', 'RG'])).toEqual([])
})
