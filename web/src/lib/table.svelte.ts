/** A table as this browser sees it: one socket, which comes back by itself, and what it has told us. */

import { Offers, type Groups } from './offers'
import type { ChatInfo, ClientMessage, IdeaInfo, ServerMessage, TableInfo } from './protocol'
import type { AnyView, GameEvent } from './types'

export interface Shown {
  seat: number | null
  number: number
  view: AnyView
  deadlines: (number | null)[]
  events: GameEvent[]
  offers: Offers | null
}

export interface Step {
  seat: number | null
  number: number
  events: GameEvent[]
}

export type Line = 'connecting' | 'open' | 'lost' | 'refused'

interface Asked {
  resolve: (message: ServerMessage) => void
  reject: (error: MoveRefused) => void
  /** A move may have been taken before the line broke: sent again with its id, it is played once. */
  again: ClientMessage | null
}

export class MoveRefused extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

const PAUSES = [250, 500, 1000, 2000, 4000]

export class TableSession {
  line = $state<Line>('connecting')
  refusal = $state('')
  info = $state.raw<TableInfo | null>(null)
  seats = $state.raw<number[]>([])
  shown = $state.raw<Shown[]>([])
  chat = $state.raw<ChatInfo[]>([])
  /** Every visible step since we came, by viewer, for the log and what was missed. */
  steps = $state.raw<Step[]>([])
  /** What happened while nobody looked here. */
  missed = $state.raw<Step[]>([])
  ahead = 0
  onEvents: (events: GameEvent[], shown: Shown) => void = () => undefined

  #socket: WebSocket | null = null
  #asked = new Map<string, Asked>()
  #ids = 0
  #prefix = Math.random().toString(36).slice(2, 8)
  #tries = 0
  #closed = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(readonly id: string) {
    this.#connect()
    addEventListener('online', this.#retry)
    document.addEventListener('visibilitychange', this.#retry)
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    removeEventListener('online', this.#retry)
    document.removeEventListener('visibilitychange', this.#retry)
    this.#socket?.close()
  }

  of(seat: number | null): Shown | undefined {
    return this.shown.find((shown) => shown.seat === seat)
  }

  // What we ask for.

  async move(seat: number, number: number, move: string): Promise<number> {
    const answer = await this.#ask((id) => ({ type: 'move', id, seat, number, move }), true)
    return answer.type === 'accepted' ? answer.number : 0
  }

  async preview(seat: number, move: string): Promise<GameEvent[]> {
    const answer = await this.#ask((id) => ({ type: 'preview', id, seat, move }), false)
    return answer.type === 'preview' ? answer.events : []
  }

  async hint(seat: number): Promise<IdeaInfo[]> {
    const answer = await this.#ask((id) => ({ type: 'hint', id, seat }), false)
    return answer.type === 'hint' ? answer.ideas : []
  }

  say(text: string): void {
    this.#send({ type: 'chat', id: this.#name(), text })
  }

  #name(): string {
    return `${this.#prefix}-${++this.#ids}`
  }

  #ask(make: (id: string) => ClientMessage, again: boolean): Promise<ServerMessage> {
    const id = this.#name()
    const message = make(id)
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject, again: again ? message : null })
      this.#send(message)
    })
  }

  #send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  // The line.

  #connect(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.id)}/socket`)
    this.#socket = socket
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data as string) as ServerMessage)
    socket.onclose = () => {
      if (this.#socket !== socket || this.#closed) return
      this.line = this.line === 'refused' ? 'refused' : 'lost'
      for (const [id, asked] of this.#asked) {
        if (asked.again) continue
        this.#asked.delete(id)
        asked.reject(new MoveRefused('offline', ''))
      }
      const pause = PAUSES[Math.min(this.#tries++, PAUSES.length - 1)] ?? 4000
      this.#timer = setTimeout(() => void this.#again(), pause * (0.8 + 0.4 * Math.random()))
    }
  }

  #retry = (): void => {
    if (document.visibilityState !== 'visible' || this.line !== 'lost') return
    clearTimeout(this.#timer)
    void this.#again()
  }

  /** A socket that is refused does not say why; a plain request does. */
  async #again(): Promise<void> {
    if (this.#closed) return
    try {
      const response = await fetch(`/api/tables/${encodeURIComponent(this.id)}`, { credentials: 'same-origin' })
      if (response.status === 404 || response.status === 401 || response.status === 403) {
        const answer = (await response.json()) as { message?: string }
        this.refusal = answer.message ?? ''
        this.line = 'refused'
        return
      }
    } catch {
      // Still away: the socket will find out, too.
    }
    if (!this.#closed) this.#connect()
  }

  // What we are told.

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.line = 'open'
        this.#tries = 0
        this.info = message.table
        this.seats = message.seats
        this.chat = message.chat
        this.ahead = message.time - Date.now() / 1000
        this.shown = this.shown.filter((shown) => this.#watches(shown.seat))
        for (const { again } of this.#asked.values()) if (again) this.#send(again)
        break
      case 'table':
        this.info = message.table
        this.seats = message.seats
        this.shown = this.shown.filter((shown) => this.#watches(shown.seat))
        break
      case 'state':
        this.#show(message)
        break
      case 'moves':
        this.#change(message.seat, (shown) =>
          shown.number === message.number ? { ...shown, offers: new Offers(message.groups as Groups) } : shown,
        )
        break
      case 'chat':
        this.chat = [...this.chat, message.line]
        break
      case 'refused': {
        const asked = message.id ? this.#take(message.id) : undefined
        asked?.reject(new MoveRefused(message.code, message.message))
        break
      }
      default:
        this.#take(message.id)?.resolve(message)
    }
  }

  #watches(seat: number | null): boolean {
    return seat === null ? this.seats.length === 0 : this.seats.includes(seat)
  }

  #take(id: string): Asked | undefined {
    const asked = this.#asked.get(id)
    this.#asked.delete(id)
    return asked
  }

  #show(message: Extract<ServerMessage, { type: 'state' }>): void {
    const events = message.events
    const next: Shown = {
      seat: message.seat,
      number: message.number,
      view: message.view,
      deadlines: message.deadlines,
      events,
      offers: null,
    }
    const before = this.of(message.seat)
    void this.#catchUp(next, before?.number ?? this.#seen(message.seat))
    // Shown again after a break: what led here is kept.
    if (before?.number === next.number && !events.length) next.events = before.events
    // Others may go on while we decide: our decision stays open as it was.
    const stillOurs = message.seat !== null && message.view.to_act.includes(message.seat)
    if (before?.offers && !events.length && stillOurs) {
      next.offers = before.offers
      next.events = before.events
    }
    this.shown = [...this.shown.filter((shown) => shown.seat !== message.seat), next].sort(
      (a, b) => (a.seat ?? -1) - (b.seat ?? -1),
    )
    if (events.length) {
      this.steps = [...this.steps, { seat: message.seat, number: message.number, events }].slice(-400)
      this.onEvents(events, next)
    }
  }

  /** A state that does not follow the last one we saw: the steps between are asked for. */
  async #catchUp({ seat, number, events }: Shown, seen: number): Promise<void> {
    this.#remember(seat, number)
    if (!seen || number <= seen + (events.length ? 1 : 0)) return
    const answer = await this.#ask((id) => ({ type: 'missed', id, seat, number: seen }), false).catch(() => null)
    if (answer?.type !== 'missed') return
    const steps = answer.steps.filter((step) => step.number <= number).map((step) => ({ seat, ...step }))
    this.missed = [...this.missed.filter((step) => step.seat !== seat), ...steps]
    this.steps = [...steps, ...this.steps.filter((step) => step.seat !== seat || step.number > number)]
  }

  #key(seat: number | null): string {
    return `triax-seen-${this.id}-${seat ?? 'spectator'}`
  }

  #seen(seat: number | null): number {
    try {
      return Number(localStorage.getItem(this.#key(seat)) ?? 0)
    } catch {
      return 0
    }
  }

  #remember(seat: number | null, number: number): void {
    try {
      // A game that is over is not come back to.
      if (this.info?.status === 'over') localStorage.removeItem(this.#key(seat))
      else localStorage.setItem(this.#key(seat), String(number))
    } catch {
      // Private windows may refuse: then nothing is told of what was missed.
    }
  }

  #change(seat: number, change: (shown: Shown) => Shown): void {
    this.shown = this.shown.map((shown) => (shown.seat === seat ? change(shown) : shown))
  }
}
