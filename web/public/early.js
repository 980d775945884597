// Runs while the client is still on its way: a table's socket is opened at once, and its messages are kept until
// someone listens. A newcomer, who would be refused, is left to the client, which makes a session first.
const table = /^\/t\/([\w-]+)\/?$/.exec(location.pathname)?.[1]
const isKnown = () => {
  try {
    return localStorage.getItem('triax-known') !== null
  } catch {
    return false
  }
}
if (table && window.early === undefined && isKnown()) {
  const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/tables/${table}/socket`)
  const session = fetch('/api/session', { credentials: 'same-origin' }).catch(() => null)
  window.early = { session, table, socket, messages: [] }
  socket.onmessage = (event) => window.early.messages.push(event)
}
