/** What went wrong, in the words of the reader's language. Every code of the server has its words here. */

import { t, type Key } from './i18n/index.svelte'
import type { ErrorCode } from './types'

const WORDS: Record<ErrorCode | 'offline', Key> = {
  offline: 'offline',
  bad_request: 'errBadRequest',
  bad_message: 'errBadRequest',
  bad_options: 'errBadRequest',
  bad_name: 'errBadName',
  bad_password: 'errBadPassword',
  bad_device: 'errBadDevice',
  bad_address: 'errBadAddress',
  bad_notation: 'errBadRequest',
  bad_record: 'errBadRecord',
  no_session: 'errNoSession',
  wrong_password: 'errWrongPassword',
  sign_in_again: 'errSignInAgain',
  sign_in_denied: 'errSignInDenied',
  not_yours: 'errNotYours',
  wrong_origin: 'errBadRequest',
  not_allowed: 'errNotAllowed',
  not_found: 'notFound',
  wrong_method: 'errBadRequest',
  stale: 'errStale',
  id_reused: 'errStale',
  illegal_move: 'errStale',
  wrong_seat: 'errStale',
  no_takeback: 'errNoTakeback',
  uncovered: 'errUncovered',
  decided_since: 'errDecidedSince',
  not_playing: 'errNotPlaying',
  not_open: 'errNotOpen',
  not_over: 'errNotOver',
  seat_taken: 'errSeatTaken',
  identity_taken: 'errIdentityTaken',
  sign_in_stale: 'errSignInStale',
  link_stale: 'errLinkStale',
  name_taken: 'errNameTaken',
  too_large: 'errBadRequest',
  not_json: 'errBadRequest',
  wrong_host: 'errBadRequest',
  too_many: 'errTooMany',
  too_fast: 'errTooFast',
  too_slow: 'errTooFast',
  internal: 'errInternal',
  sign_in_failed: 'errSignInFailed',
  provider_away: 'errProviderAway',
  unavailable: 'errUnavailable',
}

export function errorText(error: unknown): string {
  return codeText(error instanceof Error && 'code' in error ? String(error.code) : '')
}

export function codeText(code: string): string {
  return t(code in WORDS ? WORDS[code as ErrorCode] : 'errInternal')
}
