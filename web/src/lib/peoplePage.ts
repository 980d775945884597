/** What the pages about people share. */

import { Refused } from './api'
import { errorText } from './errors'
import { say } from '../texts/people'

/** What went wrong, where it is about people and not about tables. */
export function troubleText(error: unknown): string {
  return error instanceof Refused && error.code === 'too_many' ? say('tooMany') : errorText(error)
}
