/** What travels between us and the server, as its schema has it. */

import type { Event, View } from '../generated/protocol'

export type * from '../generated/protocol'

export type GameEvent = Event
export type AnyView = View
