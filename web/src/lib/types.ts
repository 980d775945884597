/** What travels between us and the server, as its schema has it. */

import type { ChatInfo, Event, Harm, Idea, Moment, SeatReview, View, Weighed } from '../generated/protocol'

export type * from '../generated/protocol'

export type GameEvent = Event
export type Phrase = NonNullable<ChatInfo['phrase']>
export type AnyView = View
export type IdeaInfo = Idea
export type ReviewCandidate = Weighed
export type ReviewHarm = Harm
export type ReviewMoment = Moment
export type ReviewSeat = SeatReview
