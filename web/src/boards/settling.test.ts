import { expect, it } from 'vitest'
import { settling } from './settling'

it('keeps what lies as it is while pieces come, and takes them in at rest', () => {
  const parts = settling<string>()
  const first = parts(['a', 'b'], false)
  expect(first).toEqual({ settled: ['a', 'b'], fresh: [] })
  const next = parts(['a', 'b', 'c'], false)
  expect(next.settled).toBe(first.settled)
  expect(next.fresh).toEqual(['c'])
  expect(parts(['a', 'b', 'c'], true)).toEqual({ settled: ['a', 'b', 'c'], fresh: [] })
})

it('begins anew where something else lies, less, or far more', () => {
  const parts = settling<string>()
  parts(['a', 'b'], false)
  expect(parts(['a'], false)).toEqual({ settled: ['a'], fresh: [] })
  expect(parts(['x', 'b'], false)).toEqual({ settled: ['x', 'b'], fresh: [] })
  const many = ['x', 'b', ...'abcdefghijklm']
  expect(parts(many, false)).toEqual({ settled: many, fresh: [] })
})
