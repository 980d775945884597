// Runs while the client is still on its way. Nothing is painted in the wrong theme. A table's socket is opened at once,
// and its messages are kept until someone listens; a newcomer would be refused: whether this is one is asked first, as
// anybody may ask it, and the client then makes a session.
let theme
try {
  theme = JSON.parse(localStorage.getItem('triax-settings') ?? '{}').theme
} catch {
  // Nothing is kept here: as the system has it.
}
const isDark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.dataset.theme = isDark ? 'dark' : 'light'

const table = /^\/t\/([\w-]+)\/?$/.exec(location.pathname)?.[1]
const isKnown = () => {
  try {
    return localStorage.getItem('triax-known') !== null
  } catch {
    return false
  }
}
if (table && window.early === undefined) {
  const early = { session: null, table, socket: null, messages: [] }
  const open = () => {
    early.socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/tables/${table}/socket?steps`)
    early.socket.onmessage = (event) => early.messages.push(event)
  }
  const ask = (path) => fetch(path, { credentials: 'same-origin' }).catch(() => null)
  window.early = early
  if (isKnown()) {
    open()
    early.session = ask('/api/session')
  } else {
    early.session = ask('/api/home')
    early.session
      .then((answer) => answer?.clone().json())
      .then((home) => {
        // Unless the client was here first.
        if (home?.me && early.session) open()
      })
      .catch(() => undefined)
  }
}
