import { afterEach, expect, it, vi } from 'vitest'
import { notify } from './notify'

afterEach(() => vi.unstubAllGlobals())

it('speaks by the page, on phones by its helper, and without leave not at all', async () => {
  const [said, helped] = [vi.fn(), vi.fn()]
  class Plain {
    static permission = 'granted'
    constructor(title: string, { tag }: { tag: string }) {
      said(title, tag)
    }
  }
  vi.stubGlobal('Notification', Plain)
  vi.stubGlobal('location', { href: '/t/abc' })
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve({ showNotification: helped }) } })
  notify('Your move', 'abc')
  expect(said).toHaveBeenCalledExactlyOnceWith('Triax', 'abc')
  vi.stubGlobal(
    'Notification',
    class {
      static permission = 'granted'
      constructor() {
        throw new TypeError('Illegal constructor')
      }
    },
  )
  notify('Your move', 'abc')
  await vi.waitFor(() => expect(helped).toHaveBeenCalledExactlyOnceWith('Triax', { body: 'Your move', tag: 'abc', data: { url: '/t/abc' } }))
  Plain.permission = 'denied'
  vi.stubGlobal('Notification', Plain)
  notify('Your move', 'abc')
  expect(said).toHaveBeenCalledTimes(1)
})
