/** Made from docs/schema/socket.json by `npm run types`; do not edit. */

/**
 * What goes over the socket is a ClientMessage one way and a ServerMessage the other.
 */
export type TheSocketOfATriaxTable = ClientMessage | ServerMessage
export type ClientMessage = Move | AskPreview | AskHint | AskMissed | Say | Sync | Ping
export type ServerMessage =
  Welcome | TableChanged | StateShown | MovesOffered | Accepted | Refusal | Previewed | Hinted | Missed | Said | Pong
export type Event = RotaEvent | AxioEvent | AxoEvent
export type RotaEvent = RotaPlaced | RotaScored | AxioReached | ExtraLost | RotaDrew | Over
export type AxioEvent = AxioPlaced | PyramidRaised | AxioScored | AxioReached | ExtraLost | Exchanged | AxioDrew | Over
export type AxoEvent =
  | AreaChosen
  | AreaLaid
  | CardPlayed
  | Marked
  | Passed
  | Revealed
  | CardCompleted
  | EffectUsed
  | AxoScored
  | Refilled
  | Reshuffled
  | AxoDrew
  | Over
export type View = RotaView | AxioView | AxoView
export type ErrorCode =
  | 'bad_request'
  | 'bad_message'
  | 'bad_options'
  | 'bad_name'
  | 'bad_password'
  | 'bad_notation'
  | 'no_session'
  | 'wrong_password'
  | 'not_yours'
  | 'wrong_origin'
  | 'not_allowed'
  | 'not_found'
  | 'wrong_method'
  | 'stale'
  | 'id_reused'
  | 'illegal_move'
  | 'wrong_seat'
  | 'not_playing'
  | 'not_open'
  | 'not_over'
  | 'seat_taken'
  | 'name_taken'
  | 'too_large'
  | 'not_json'
  | 'wrong_host'
  | 'too_many'
  | 'too_fast'
  | 'too_slow'
  | 'internal'
  | 'unavailable'

/**
 * Play a move. `id` is the client's own; `number` the state that the move is for.
 */
export interface Move {
  type: 'move'
  id: string
  seat: number
  number: number
  move: string
}
export interface AskPreview {
  type: 'preview'
  id: string
  seat: number
  move: string
}
/**
 * The master's candidates for one's own position, where the table allows hints.
 */
export interface AskHint {
  type: 'hint'
  id: string
  seat: number
}
/**
 * What happened since state `number`, as a seat of one's own (null: a spectator) is told it.
 */
export interface AskMissed {
  type: 'missed'
  id: string
  seat: number | null
  number: number
}
export interface Say {
  type: 'chat'
  id: string
  text: string
}
/**
 * Show the table, the states and the moves again.
 */
export interface Sync {
  type: 'sync'
}
export interface Ping {
  type: 'ping'
  id: string
}
/**
 * First on every connection. States and moves follow.
 */
export interface Welcome {
  type: 'welcome'
  player: string
  /**
   * The seats of the one who listens; none: a spectator.
   */
  seats: number[]
  table: TableInfo
  chat: ChatInfo[]
  /**
   * The server's clock, in seconds since 1970.
   */
  time: number
}
export interface TableInfo {
  id: string
  game: 'rota' | 'axio' | 'axo'
  players: number
  options: {}
  public: boolean
  clock: number | null
  hints: boolean
  host: string
  created: number
  ended: number | null
  status: 'open' | 'playing' | 'over' | 'closed'
  seats: SeatInfo[]
  to_act: number[]
  /**
   * By seat: when its clock runs out, in seconds since 1970.
   */
  deadlines: (number | null)[]
  /**
   * Once it is over: seats, best first; resignations count.
   */
  standings: number[][] | null
  day: string | null
  /**
   * The table at which the players meet again.
   */
  rematch: string | null
}
export interface SeatInfo {
  player: string | null
  name: string | null
  /**
   * The level, if a bot holds the seat.
   */
  bot: string | null
  /**
   * The name of the player a rematch keeps the seat for.
   */
  kept_for: string | null
  /**
   * A bot plays until the player is back.
   */
  away: boolean
  resigned: boolean
}
export interface ChatInfo {
  /**
   * table: all may read it. spectators: those without a seat; all, once the game is over.
   */
  room: 'table' | 'spectators'
  player: string
  name: string
  text: string
  at: number
}
/**
 * Seats, status or clocks have changed.
 */
export interface TableChanged {
  type: 'table'
  seats: number[]
  table: TableInfo
}
/**
 * What a seat (null: a spectator) sees, and the events that led there.
 */
export interface StateShown {
  type: 'state'
  seat: number | null
  number: number
  events: Event[]
  view: View
  deadlines: (number | null)[]
}
export interface RotaPlaced {
  at: number[]
  kind: 'placed'
  /**
   * The colour named for an empty corner.
   */
  name: string | null
  seat: number
  tile: string
  turn: number
}
export interface RotaScored {
  corners: CornerScore[]
  kind: 'scored'
  /**
   * By colour, before any cap.
   */
  points: {
    [k: string]: number | undefined
  }
  seat: number
  /**
   * After scoring, in the order RGBOP.
   */
  tracks: number[]
}
export interface CornerScore {
  colour: string
  /**
   * 0 to 3, clockwise from the top left.
   */
  corner: number
  /**
   * The circles that score: x and y of the cell, and the corner.
   */
  sources: number[][]
}
/**
 * Tracks have come to their end: an extra turn for each.
 */
export interface AxioReached {
  colours: string[]
  kind: 'axio'
  seat: number
}
/**
 * Extra turns that cannot be played.
 */
export interface ExtraLost {
  count: number
  kind: 'extra_lost'
  seat: number
}
export interface RotaDrew {
  from: 'stack' | 'supply'
  kind: 'drew'
  seat: number
  tile?: string
}
/**
 * The game has ended.
 */
export interface Over {
  kind: 'over'
  /**
   * Seats, best first; several share a place. Solo AXO: none if Simona has won.
   */
  standings: number[][]
}
export interface AxioPlaced {
  at: number[]
  kind: 'placed'
  seat: number
  tile: string
  to: string
}
export interface PyramidRaised {
  at: number[]
  from: number[] | null
  kind: 'pyramid'
  seat: number
  sources: number[][]
}
export interface AxioScored {
  kind: 'scored'
  /**
   * By colour, before any cap.
   */
  points: {
    [k: string]: number | undefined
  }
  runs: RunScore[]
  seat: number
  /**
   * After scoring, in the order RGBOP.
   */
  tracks: number[]
}
export interface RunScore {
  colour: string
  half: number[]
  sources: number[][]
  to: string
}
export interface Exchanged {
  kind: 'exchanged'
  seat: number
  /**
   * The rack, which all have seen before it went back into the bag.
   */
  shown: string[]
}
export interface AxioDrew {
  count: number
  kind: 'drew'
  seat: number
  /**
   * Told to the one who drew.
   */
  tiles?: string[]
}
/**
 * Told to the one who chose; the others see all areas when the last is chosen.
 */
export interface AreaChosen {
  cards: string[]
  kind: 'area'
  seat: number
}
export interface AreaLaid {
  cards: string[]
  kind: 'laid'
  seat: number
}
export interface CardPlayed {
  card: string
  colour: string
  kind: 'played'
  /**
   * null is Simona.
   */
  seat: number | null
}
/**
 * Told to the one who marks; the others see all marks when the last is done.
 */
export interface Marked {
  card: string
  kind: 'marked'
  seat: number
  sections: number[][]
  turn: number
  what: string
}
/**
 * While marking it is told to the one who passes alone.
 */
export interface Passed {
  kind: 'passed'
  seat: number
  /**
   * The step of marking, or the effect.
   */
  what: string
}
export interface Revealed {
  kind: 'revealed'
  marks: MarksMade[]
  seat: number
}
export interface MarksMade {
  card: string
  sections: number[][]
  turn: number
  /**
   * mark, free or extra.
   */
  what: string
}
export interface CardCompleted {
  card: string
  effect: string | null
  kind: 'completed'
  seat: number
}
export interface EffectUsed {
  effect: string
  kind: 'effect'
  /**
   * The decision, where the effect asks for one.
   */
  move?: string
  seat: number
}
export interface AxoScored {
  cards: string[]
  /**
   * Extra marks won.
   */
  extra: number
  kind: 'scored'
  points: number
  seat: number
  total: number
}
export interface Refilled {
  cards: string[]
  kind: 'refilled'
  seat: number
}
export interface Reshuffled {
  count: number
  kind: 'reshuffled'
}
export interface AxoDrew {
  /**
   * Told to the one who drew.
   */
  cards?: string[]
  count: number
  kind: 'drew'
  seat: number
}
export interface RotaView {
  /**
   * In the order in which the tiles were laid.
   */
  display: LaidView[]
  extra: boolean
  game: 'rota'
  hand: string | null
  /**
   * How many tiles each seat holds: one or none.
   */
  hands: number[]
  options: {}
  owed: number
  players: number
  seat: number | null
  stacks: number[]
  standings: number[][] | null
  supply: number
  to_act: number[]
  tracks: number[][]
  turn: number
}
export interface LaidView {
  at: number[]
  tile: string
  turn: number
}
export interface AxioView {
  bag: number
  /**
   * Spaces that a pyramid has left.
   */
  bare: number[][]
  game: 'axio'
  opened: boolean[]
  options: {}
  owed: number
  /**
   * place, exchange or over.
   */
  phase: string
  players: number
  printed: [number, number, string][]
  /**
   * The one longest in its place first.
   */
  pyramids: number[][]
  rack: string[] | null
  racks: number[]
  seat: number | null
  side: number
  standings: number[][] | null
  /**
   * In the order in which they were laid.
   */
  tiles: PlacedView[]
  to_act: number[]
  tracks: number[][]
  turn: number
}
export interface PlacedView {
  at: number[]
  tile: string
  to: string
}
export interface AxoView {
  /**
   * None is Simona.
   */
  active: number | null
  card: string | null
  colour: string | null
  discard: string[]
  effects: [number, string][]
  game: 'axo'
  hand: string[] | null
  /**
   * At set-up: the area that this seat has chosen.
   */
  laid: string[] | null
  marking: MarkingView | null
  options: {}
  phase: string
  pile: number
  players: number
  seat: number | null
  seats: PlayerView[]
  /**
   * How many cards her pile holds.
   */
  simona: number | null
  standings: number[][] | null
  to_act: number[]
}
/**
 * This seat's own marking, unseen by the others; its marks already show in its own area.
 */
export interface MarkingView {
  made: {}[]
  step: string
}
export interface PlayerView {
  area: SheetView[]
  earned: number
  extra: number
  hand: number
  pivots: number
  points: number
}
export interface SheetView {
  card: string
  /**
   * Nine characters, row by row: x marked, . open.
   */
  marks: string
}
/**
 * The legal moves of a seat: in each group, the start of the notation, the ends, and what each would score.
 */
export interface MovesOffered {
  type: 'moves'
  seat: number
  number: number
  groups: [string, string[], string[]][]
}
/**
 * The move is committed; `number` is the seat's state behind it. A move sent again is answered the same.
 */
export interface Accepted {
  type: 'accepted'
  id: string
  seat: number
  number: number
}
export interface Refusal {
  type: 'refused'
  code: ErrorCode
  message: string
  id?: string | null
}
/**
 * What a move would do, as events.
 */
export interface Previewed {
  type: 'preview'
  id: string
  seat: number
  number: number
  events: Event[]
}
export interface Hinted {
  type: 'hint'
  id: string
  seat: number
  number: number
  ideas: IdeaInfo[]
}
export interface IdeaInfo {
  move: string
  win_share: number
  /**
   * Expected final scores of the own seat, the lowest track first.
   */
  expected: number[]
  playouts: number
}
/**
 * The steps since a state that the viewer has seen, the last ones if there are many.
 */
export interface Missed {
  type: 'missed'
  id: string
  seat: number | null
  steps: StepInfo[]
}
export interface StepInfo {
  number: number
  events: Event[]
}
export interface Said {
  type: 'chat'
  line: ChatInfo
}
export interface Pong {
  type: 'pong'
  id: string
  time: number
}
