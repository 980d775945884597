import './fonts.css'
import './app.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { loadWords } from './lib/i18n/index.svelte'
import { settings } from './lib/settings.svelte'

const target = document.getElementById('app')
// English will do if the words do not come; of English a table needs no more than is here.
void (settings.kept.language === 'en' ? Promise.resolve() : loadWords())
  .catch(() => undefined)
  .then(() => target && mount(App, { target }))

// Whatever is shown first goes first.
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  addEventListener('load', () => setTimeout(() => void navigator.serviceWorker.register('/sw.js').catch(() => undefined), 1000))

// A server that was updated meanwhile no longer has the parts of this build: the page is read afresh, but not again and
// again. Nothing is lost by it: games are the server's.
const AFRESH = 'triax-afresh'
const AFRESH_MS = 60_000
addEventListener('vite:preloadError', () => {
  if (Date.now() - Number(sessionStorage.getItem(AFRESH) ?? 0) < AFRESH_MS) return
  void fetch('/healthz', { cache: 'no-store' }).then(({ ok }) => {
    if (!ok) return
    sessionStorage.setItem(AFRESH, String(Date.now()))
    location.reload()
  }, () => undefined)
})
