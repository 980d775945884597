/** What went wrong, in the words of the reader's language; what has no words here is told as the server has it. */

import { Refused } from './api'
import { t, type Key } from './i18n/index.svelte'

const WORDS: Record<string, Key> = {
  offline: 'offline',
  bad_name: 'errBadName',
  bad_password: 'errBadPassword',
  wrong_password: 'errWrongPassword',
  name_taken: 'errNameTaken',
  not_found: 'notFound',
  not_over: 'errNotOver',
  too_fast: 'errTooFast',
  too_many: 'errTooMany',
  unavailable: 'errUnavailable',
  internal: 'errInternal',
}

export function words(error: unknown): string {
  const key = error instanceof Refused ? WORDS[error.code] : undefined
  return key ? t(key) : error instanceof Error ? error.message : String(error)
}
