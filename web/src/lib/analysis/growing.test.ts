import { afterEach, expect, it, vi } from 'vitest'
import { Refused } from '../api'
import { growIdeas } from './growing'

/** A server that says these words one after the other. */
const saying = (words: string[], status = 200): void => {
  const stream = new ReadableStream<Uint8Array>({
    start(out) {
      for (const word of words) out.enqueue(new TextEncoder().encode(word))
      out.close()
    },
  })
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(stream, { status })))
}
const grown = async (signal = new AbortController().signal): Promise<number[]> => {
  const found: number[] = []
  await growIdeas({}, signal, ({ playouts }) => found.push(playouts))
  return found
}
afterEach(() => vi.unstubAllGlobals())

it('reads each line whole, however it is cut on its way', async () => {
  saying(['{"playouts":1,"ideas":[]}\n{"play', 'outs":2,', '"ideas":[]}\n', '{"playouts":3,"ideas":[]}\n'])
  expect(await grown()).toEqual([1, 2, 3])
})

it('says why there are none, and nothing once nobody asks any more', async () => {
  saying(['{"code":"wrong_seat","message":"not yours"}'], 403)
  await expect(grown()).rejects.toMatchObject({ code: 'wrong_seat' })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  await expect(grown()).rejects.toEqual(new Refused('offline', 'the server does not answer', 0))
  expect(await grown(AbortSignal.abort())).toEqual([])
})
