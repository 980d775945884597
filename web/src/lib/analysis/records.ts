/** Files of records: one a line. Each is verified by the server; what it refuses is said with its line and entry. */

import { post, Refused } from '../api'
import { errorText } from '../errors'
import { t } from '../i18n/index.svelte'
import type { LineRead } from '../types'

/** So many lines of a file are read: more than one saves of one analysis. */
const MOST = 60

export class BadFile extends Error {}

/** All records of a text, in their order; fails with words at the first that is none. */
export async function readRecords(text: string, read: (record: string) => Promise<LineRead> = ask): Promise<LineRead[]> {
  const lines = text.split('\n').flatMap((record, index) => (record.trim() ? [{ record: record.trim(), line: index + 1 }] : []))
  // One record may be written over several lines, too.
  const whole = lines.length > 1 && lines[0]?.record === '{' ? [{ record: text.trim(), line: 1 }] : lines
  if (!whole.length) throw new BadFile(t('anEmpty'))
  const found: LineRead[] = []
  for (const { record, line } of whole.slice(0, MOST)) {
    try {
      found.push(await read(record))
    } catch (error) {
      throw new BadFile(wordsFor(error, line))
    }
  }
  return found
}

/** So often, and so many seconds apart, a record is sent again where many long ones are too fast. */
const AGAIN = 30
const PAUSE = 2000

async function ask(record: string): Promise<LineRead> {
  for (let left = AGAIN; ; left -= 1) {
    try {
      return await post<LineRead>('/api/analysis/record', { record })
    } catch (error) {
      if (!left || !(error instanceof Refused) || error.code !== 'too_fast') throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE))
    }
  }
}

/** What is wrong, and the server's own words for it. */
function wordsFor(error: unknown, line: number): string {
  if (!(error instanceof Refused) || error.code !== 'bad_record') return errorText(error)
  const entry = /^log\[(\d+)\]/.exec(error.message)?.[1]
  const words = entry === undefined ? t('anBadLine', { line }) : t('anBadEntry', { line, entry: Number(entry) + 1 })
  return `${words} (${error.message})`
}
