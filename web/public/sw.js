// The shell of the client, for when the server is away: the page still opens and says so. Games are never cached.
const KEPT = 'triax-shell-2'
const SHELL = ['/icon.svg', '/manifest.webmanifest']

self.addEventListener('install', (event) => {
  event.waitUntil(fetch('/').then(keep))
  self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))))
  event.waitUntil(old.then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  if (event.request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return
  if (event.request.mode === 'navigate') event.respondWith(page(event))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(asset(event.request))
  else if (SHELL.includes(url.pathname)) event.respondWith(fetch(event.request).catch(() => caches.match(event.request)))
})

// A page and the files that it begins with. Another build takes the place of the one before.
async function keep(fresh) {
  if (!fresh.ok) return
  const cache = await caches.open(KEPT)
  const text = await fresh.clone().text()
  if (text === (await (await cache.match('/'))?.text())) return
  for (const request of await cache.keys()) await cache.delete(request)
  await cache.addAll([...SHELL, ...new Set(text.match(/\/assets\/[\w.-]+/g))])
  await cache.put('/', fresh)
}

// The newest page there is; the kept one only if the server does not answer.
async function page(event) {
  try {
    const fresh = await fetch(event.request)
    event.waitUntil(keep(fresh.clone()).catch(() => undefined))
    return fresh
  } catch (error) {
    const kept = await caches.match('/')
    if (kept) return kept
    throw error
  }
}

// Named by their content: once kept, always right.
async function asset(request) {
  const cache = await caches.open(KEPT)
  const kept = await cache.match(request)
  if (kept) return kept
  const fresh = await fetch(request)
  if (fresh.ok) await cache.put(request, fresh.clone())
  return fresh
}

// A word for somebody who is not looking. Browsers that read it by themselves do not ask here.
self.addEventListener('push', (event) => {
  const { title, navigate, ...shown } = event.data?.json().notification ?? {}
  if (!title) return
  const url = new URL(navigate ?? '/', location.origin).href
  event.waitUntil(self.registration.showNotification(title, { icon: '/icon-192.png', ...shown, data: { url } }))
})

// The browser has another subscription now: the server is told.
self.addEventListener('pushsubscriptionchange', (event) => {
  const renew = async () => {
    const made = event.newSubscription ?? (await self.registration.pushManager.subscribe(event.oldSubscription.options))
    const { keys } = made.toJSON()
    const body = { endpoint: made.endpoint, p256dh: keys.p256dh, auth: keys.auth, language: (navigator.language ?? 'en').slice(0, 2) }
    if (!['en', 'de', 'it'].includes(body.language)) body.language = 'en'
    await fetch('/api/notices/devices', { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  }
  event.waitUntil(renew())
})

// A tap on a word leads to its table, in the tab that shows it or in a new one.
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { url } = event.notification.data ?? {}
  if (!url) return
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then((tabs) => {
      const there = tabs.find((tab) => tab.url === url)
      return there ? there.focus() : self.clients.openWindow(url)
    }),
  )
})
