/** A table as this browser sees it: one socket, which reconnects by itself, and what the server has sent. */

import { Refused } from './api'
import { dropEarlySocket, earlySocket, type EarlySocket } from './early'
import { inFull, Offers, type Groups, type ShortGroups } from './offers'
import type { AnyView, ChatInfo, ClientMessage, GameEvent, IdeaInfo, Phrase, ServerMessage, TableInfo } from './types'

export interface Shown {
  seat: number | null
  number: number
  view: AnyView
  deadlines: (number | null)[]
  events: GameEvent[]
  offers: Offers | null
  /** May this seat take its last decision back, at once or by asking? */
  takeback?: boolean
  /** By seat, with a clock for the whole game: the seconds left when the decision it owes, or the next, begins. */
  left?: number[] | null
}

export interface Step {
  seat: number | null
  number: number
  events: GameEvent[]
}

/** A state has come, with what led to it; does it follow the one before it? */
export type OnState = (events: GameEvent[], shown: Shown, follows: boolean) => void

export type Connection = 'connecting' | 'open' | 'lost' | 'refused'

interface Pending {
  resolve: (message: ServerMessage) => void
  reject: (error: Refused) => void
  /** A move may have been taken before the connection broke: sent again with its id, it is played once. */
  resend: ClientMessage | null
}

const PAUSES = [250, 500, 1000, 2000, 4000]
/** As long as the first drawing waits for the moves. */
const FIRST_MS = 200

/** Is there enough to draw a table? */
function isEnough(message: ServerMessage): boolean {
  switch (message.type) {
    case 'welcome':
      return message.table.status === 'open' || message.table.status === 'closed'
    case 'state':
      return message.seat === null || !message.view.to_act.includes(message.seat)
    default:
      return true
  }
}

export class TableSession {
  connection = $state<Connection>('connecting')
  /** The code with which the server refuses us here. */
  refusal = $state('')
  info = $state.raw<TableInfo | null>(null)
  seats = $state.raw<number[]>([])
  shown = $state.raw<Shown[]>([])
  chat = $state.raw<ChatInfo[]>([])
  /** Every visible step since we came, by viewer, for the log and what was missed. */
  steps = $state.raw<Step[]>([])
  /** What happened while nobody looked here. */
  missed = $state.raw<Step[]>([])
  /** Seconds by which the server's clock is ahead of ours. */
  clockAhead = 0

  #socket: WebSocket | null = null
  #pending = new Map<string, Pending>()
  #ids = 0
  #prefix = Math.random().toString(36).slice(2, 8)
  #tries = 0
  #closed = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #opening: ServerMessage[] | null = []
  /** Whose next state is the first after a welcome: it may lie further on than the last one seen. */
  #welcomed = new Set<number | null>()
  #waiting: ReturnType<typeof setTimeout> | undefined

  constructor(
    readonly id: string,
    readonly onState: OnState,
    early: EarlySocket | null = null,
  ) {
    if (early) this.#listen(early.socket)
    else {
      dropEarlySocket()
      this.#connect()
    }
    for (const event of early?.messages ?? []) this.#receive(event)
    addEventListener('online', this.#retry)
    document.addEventListener('visibilitychange', this.#retry)
    document.addEventListener('visibilitychange', this.#look)
  }

  /** A socket that is open already needs nothing more. */
  static early(id: string, onState: OnState, isMet: boolean): TableSession | null {
    const early = earlySocket(id, isMet)
    return early && new TableSession(id, onState, early)
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    clearTimeout(this.#waiting)
    removeEventListener('online', this.#retry)
    document.removeEventListener('visibilitychange', this.#retry)
    document.removeEventListener('visibilitychange', this.#look)
    this.#socket?.close()
  }

  of(seat: number | null): Shown | undefined {
    return this.shown.find((shown) => shown.seat === seat)
  }

  // Requests.

  async move(seat: number, number: number, move: string): Promise<number> {
    const answer = await this.#request((id) => ({ type: 'move', id, seat, number, move }), true)
    return answer.type === 'accepted' ? answer.number : 0
  }

  /** Ask for one's last decision back, by the number of one's state; or answer a request, by its number. */
  async takeBack(seat: number, what: 'ask' | 'agree' | 'refuse' | 'withdraw', number: number): Promise<void> {
    await this.#request((id) => ({ type: 'takeback', id, seat, what, number }), true)
  }

  async preview(seat: number, move: string): Promise<GameEvent[]> {
    const answer = await this.#request((id) => ({ type: 'preview', id, seat, move }), false)
    return answer.type === 'preview' ? answer.events : []
  }

  async hint(seat: number): Promise<IdeaInfo[]> {
    const answer = await this.#request((id) => ({ type: 'hint', id, seat }), false)
    return answer.type === 'hint' ? answer.ideas : []
  }

  sayPhrase(phrase: Phrase): void {
    this.#send({ type: 'phrase', id: this.#newId(), phrase })
  }

  say(text: string): void {
    this.#send({ type: 'chat', id: this.#newId(), text })
  }

  #newId(): string {
    return `${this.#prefix}-${++this.#ids}`
  }

  #request(make: (id: string) => ClientMessage, resend: boolean): Promise<ServerMessage> {
    const id = this.#newId()
    const message = make(id)
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, resend: resend ? message : null })
      this.#send(message)
    })
  }

  #send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  // The connection.

  #connect(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    this.#listen(new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.id)}/socket?steps`))
  }

  #listen(socket: WebSocket): void {
    // Looked for twice, it may be found twice; a step taken twice would lead astray.
    const before = this.#socket
    this.#socket = socket
    before?.close()
    socket.onmessage = (event) => {
      if (this.#socket === socket) this.#receive(event)
    }
    socket.onclose = () => {
      if (this.#socket !== socket || this.#closed) return
      this.connection = this.connection === 'refused' ? 'refused' : 'lost'
      for (const [id, { resend, reject }] of this.#pending) {
        if (resend) continue
        this.#pending.delete(id)
        reject(new Refused('offline', '', 0))
      }
      const pause = PAUSES[Math.min(this.#tries++, PAUSES.length - 1)] ?? 4000
      this.#timer = setTimeout(() => void this.#reconnect(), pause * (0.8 + 0.4 * Math.random()))
    }
  }

  /** Whoever looks here needs no other word that it is their turn. */
  #look = (): void => {
    if (this.seats.length) this.#send({ type: 'look', visible: document.visibilityState === 'visible' })
  }

  #retry = (): void => {
    if (document.visibilityState !== 'visible' || this.connection !== 'lost') return
    clearTimeout(this.#timer)
    void this.#reconnect()
  }

  /** A socket that is refused does not say why; a plain request does. */
  async #reconnect(): Promise<void> {
    if (this.#closed) return
    try {
      const response = await fetch(`/api/tables/${encodeURIComponent(this.id)}`, { credentials: 'same-origin' })
      if (response.status === 404 || response.status === 401 || response.status === 403) {
        const answer = (await response.json()) as { code?: string }
        this.refusal = answer.code ?? ''
        this.connection = 'refused'
        return
      }
    } catch {
      // Still away: the socket will find out, too.
    }
    if (!this.#closed) this.#connect()
  }

  // What the server sends.

  /** What comes first is taken together, so that a table is drawn once. */
  #receive(event: MessageEvent<string>): void {
    const message = JSON.parse(event.data) as ServerMessage
    if (!this.#opening) return this.#handle(message)
    this.#opening.push(message)
    if (isEnough(message)) this.#open()
    else this.#waiting ??= setTimeout(() => this.#open(), FIRST_MS)
  }

  #open(): void {
    const first = this.#opening ?? []
    this.#opening = null
    clearTimeout(this.#waiting)
    for (const message of first) this.#handle(message)
  }

  #handle(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.connection = 'open'
        this.#tries = 0
        this.info = message.table
        this.seats = message.seats
        this.#welcomed = new Set(message.seats.length ? message.seats : [null])
        this.chat = message.chat
        this.clockAhead = message.time - Date.now() / 1000
        this.shown = this.shown.filter((shown) => this.#watches(shown.seat))
        for (const { resend } of this.#pending.values()) if (resend) this.#send(resend)
        this.#look()
        break
      case 'table':
        // Those at the table may now read what spectators said: it is sent with all the rest.
        if (this.info?.status === 'playing' && message.table.status === 'over' && this.seats.length) this.#send({ type: 'sync' })
        this.info = message.table
        this.seats = message.seats
        this.shown = this.shown.filter((shown) => this.#watches(shown.seat))
        break
      case 'state':
        this.#show(message)
        break
      case 'step':
        this.#step(message)
        break
      case 'moves':
        this.#offer(message.seat, message.number, message.groups as Groups)
        break
      case 'chat':
        this.chat = [...this.chat, message.line]
        break
      case 'refused': {
        const pending = message.id ? this.#take(message.id) : undefined
        pending?.reject(new Refused(message.code, message.message, 0))
        break
      }
      default:
        this.#take(message.id)?.resolve(message)
    }
  }

  #watches(seat: number | null): boolean {
    return seat === null ? this.seats.length === 0 : this.seats.includes(seat)
  }

  #take(id: string): Pending | undefined {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    return pending
  }

  /** A state by what is different from the one before it. */
  #step({ changed, added, moves, ...told }: Extract<ServerMessage, { type: 'step' }>): void {
    const before = this.of(told.seat)
    if (before?.number !== told.number - 1) return this.#send({ type: 'sync' })
    const fields = { ...before.view, ...changed } as Record<string, unknown>
    for (const [name, more] of Object.entries(added)) fields[name] = [...(fields[name] as unknown[]), ...more]
    this.#show({ ...told, type: 'state', view: fields as unknown as AnyView, taken_back: null })
    if (moves && told.seat !== null) this.#offer(told.seat, told.number, inFull(moves as ShortGroups))
  }

  #offer(seat: number, number: number, groups: Groups): void {
    this.#update(seat, (shown) => (shown.number === number ? { ...shown, offers: new Offers(groups) } : shown))
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
      takeback: message.takeback ?? false,
      left: message.left ?? null,
    }
    const before = this.of(message.seat)
    if (before && typeof message.taken_back === 'number') return this.#goBack(next, message.taken_back)
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
    if (events.length) this.steps = [...this.steps, { seat: message.seat, number: message.number, events }].slice(-400)
    const isFirst = this.#welcomed.delete(message.seat)
    this.onState(events, next, before !== undefined && next.number <= before.number + (events.length || !isFirst ? 1 : 0))
  }

  /** Somebody has taken a decision back: the table is shown as it was, and the log is without it. */
  #goBack(next: Shown, by: number): void {
    this.#remember(next.seat, next.number)
    const at = this.steps.findLastIndex(({ seat, events }) => seat === next.seat && events.some((event) => 'seat' in event && event.seat === by))
    if (at >= 0) this.steps = this.steps.toSpliced(at, 1)
    this.shown = [...this.shown.filter(({ seat }) => seat !== next.seat), next].sort((a, b) => (a.seat ?? -1) - (b.seat ?? -1))
    this.onState([], next, false)
  }

  /** A state that does not follow the last one we saw: the steps between are asked for. */
  async #catchUp({ seat, number, events }: Shown, seen: number): Promise<void> {
    this.#remember(seat, number)
    if (!seen || number <= seen + (events.length ? 1 : 0)) return
    const answer = await this.#request((id) => ({ type: 'missed', id, seat, number: seen }), false).catch(() => null)
    if (answer?.type !== 'missed') return
    const steps = answer.steps.filter((step) => step.number <= number).map((step) => ({ seat, ...step }))
    this.missed = [...this.missed.filter((step) => step.seat !== seat), ...steps]
    const known = this.steps.filter((step) => step.seat !== seat || step.number <= seen)
    const later = this.steps.filter((step) => step.seat === seat && step.number > number)
    this.steps = [...known, ...steps, ...later]
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
      // Private windows may refuse: then it is not known what was missed.
    }
  }

  #update(seat: number, change: (shown: Shown) => Shown): void {
    this.shown = this.shown.map((shown) => (shown.seat === seat ? change(shown) : shown))
  }
}
