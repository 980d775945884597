// The shell of the client, for when the server is away: the page still opens and says so. Games are never cached.
const KEPT = 'triax-shell-1'

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(['/', '/icon.svg', '/manifest.webmanifest'])))
  self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))))
  event.waitUntil(old.then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  if (event.request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return
  if (event.request.mode === 'navigate') event.respondWith(page(event.request))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(asset(event.request))
})

// The newest page there is; the kept one only if the server does not answer.
async function page(request) {
  const cache = await caches.open(KEPT)
  try {
    const fresh = await fetch(request)
    if (fresh.ok) await cache.put('/', fresh.clone())
    return fresh
  } catch (error) {
    const kept = await cache.match('/')
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
