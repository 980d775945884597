/** The helper that browsers keep: what it does with a word from the server, and with a tap on it. */

import { expect, it, vi } from 'vitest'
import worker from '../public/sw.js?raw'

const ORIGIN = 'https://triax.example'
const TABLE = `${ORIGIN}/t/abc`

interface Waiting {
  waitUntil: (promise: Promise<unknown>) => void
}

/** The worker as it runs, in a place of its own; `tabs` are open. */
function start(tabs: { url: string; focus: () => void }[] = []) {
  const handlers = new Map<string, (event: unknown) => void>()
  const showNotification = vi.fn(() => Promise.resolve())
  const openWindow = vi.fn(() => Promise.resolve())
  const scope = {
    addEventListener: (name: string, handler: (event: unknown) => void) => handlers.set(name, handler),
    registration: { showNotification },
    clients: { matchAll: () => Promise.resolve(tabs), openWindow },
  }
  new Function('self', 'location', worker)(scope, { origin: ORIGIN })
  async function send(name: string, event: object): Promise<void> {
    const waiting: Promise<unknown>[] = []
    const whole: Waiting = { ...event, waitUntil: (promise) => waiting.push(promise) }
    handlers.get(name)?.(whole)
    await Promise.all(waiting)
  }
  return { send, showNotification, openWindow }
}

const pushed = (message: unknown) => ({ data: { json: () => message } })
const tapped = (url?: string) => ({ notification: { close: vi.fn(), data: url ? { url } : undefined } })

it('shows what it is told, with the tag that lets a later word take its place', async () => {
  const { send, showNotification } = start()
  await send('push', pushed({ web_push: 8030, notification: { title: 'Your turn', body: 'Axio with Ben', navigate: TABLE, tag: 'abc' } }))
  expect(showNotification.mock.calls).toEqual([['Your turn', { icon: '/icon-192.png', body: 'Axio with Ben', tag: 'abc', data: { url: TABLE } }]])
})

it('shows nothing where nothing is said', async () => {
  const { send, showNotification } = start()
  await send('push', { data: null })
  await send('push', pushed({}))
  expect(showNotification).not.toHaveBeenCalled()
})

it('leads to the tab that has the table', async () => {
  const [other, there] = [
    { url: `${ORIGIN}/`, focus: vi.fn() },
    { url: TABLE, focus: vi.fn() },
  ]
  const { send, openWindow } = start([other, there])
  const tap = tapped(TABLE)
  await send('notificationclick', tap)
  expect(tap.notification.close).toHaveBeenCalledOnce()
  expect(there.focus).toHaveBeenCalledOnce()
  expect(other.focus).not.toHaveBeenCalled()
  expect(openWindow).not.toHaveBeenCalled()
})

it('opens the table where no tab has it', async () => {
  const { send, openWindow } = start([{ url: `${ORIGIN}/`, focus: vi.fn() }])
  await send('notificationclick', tapped(TABLE))
  expect(openWindow.mock.calls).toEqual([[TABLE]])
  const tap = tapped()
  await send('notificationclick', tap)
  expect(tap.notification.close).toHaveBeenCalledOnce()
  expect(openWindow).toHaveBeenCalledOnce()
})
