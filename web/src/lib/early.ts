/** What public/early.js has begun before the client was there. */

export interface EarlyLine {
  socket: WebSocket
  heard: MessageEvent<string>[]
}

interface Early {
  /** The answer to who plays here; taken once. */
  session: Promise<Response | null> | null
  table?: string
  socket: WebSocket | null
  heard: MessageEvent<string>[]
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

/** The line to a table, if it is open: one that is not may yet be refused. */
export function earlyLine(table: string): EarlyLine | null {
  const early = window.early
  if (early?.socket?.readyState !== WebSocket.OPEN || early.table !== table) return null
  const line = { socket: early.socket, heard: early.heard }
  early.socket = null
  return line
}

export function dropEarlyLine(): void {
  window.early?.socket?.close()
  if (window.early) window.early.socket = null
}
