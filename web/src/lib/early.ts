/** What public/early.js has begun before the client was there. */

export interface EarlySocket {
  socket: WebSocket
  messages: MessageEvent<string>[]
}

interface Early {
  /** The answer to who plays here; taken once. */
  session: Promise<Response | null> | null
  table?: string
  socket: WebSocket | null
  messages: MessageEvent<string>[]
}

declare global {
  interface Window {
    /** null: too late to begin. */
    early?: Early | null
  }
}

// If it has not run by now, it need not any more.
if (typeof window !== 'undefined') window.early ??= null

export function earlySession(): Promise<Response | null> | null {
  const answer = window.early?.session ?? null
  if (window.early) window.early.session = null
  return answer
}

/** The socket of a table, if it is open: one that is not may yet be refused, unless it is known who plays here. */
export function earlySocket(table: string, isMet: boolean): EarlySocket | null {
  const early = window.early
  if (!early?.socket || early.table !== table) return null
  const { readyState } = early.socket
  if (readyState !== WebSocket.OPEN && !(isMet && readyState === WebSocket.CONNECTING)) return null
  const found = { socket: early.socket, messages: early.messages }
  early.socket = null
  return found
}

export function dropEarlySocket(): void {
  window.early?.socket?.close()
  if (window.early) window.early.socket = null
}
