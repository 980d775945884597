// Runs while the client is still on its way: a table's line is opened at once, and what it says is kept until someone
// listens. A newcomer has no session yet; then nothing is opened, and the client makes one first.
const table = /^\/t\/([\w-]+)\/?$/.exec(location.pathname)?.[1]
if (table && window.early === undefined) {
  const session = fetch('/api/session', { credentials: 'same-origin' }).catch(() => null)
  const early = { session, table, socket: null, heard: [] }
  window.early = early
  session.then((answer) => {
    if (!answer?.ok) return
    early.socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/tables/${table}/socket`)
    early.socket.onmessage = (event) => early.heard.push(event)
  })
}
