/** Ideas that grow: a stream of lines, each with those so far. Leaving stops it. */

import { answerOf, Refused } from '../api'
import type { GrownIdeas } from '../types'

export async function growIdeas(body: object, signal: AbortSignal, onideas: (grown: GrownIdeas) => void): Promise<void> {
  try {
    const response = await fetch('/api/analysis/ideas', {
      method: 'POST',
      credentials: 'same-origin',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
      signal,
    })
    if (!response.ok) await answerOf(response)
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (let rest = ''; reader; ) {
      const { done, value } = await reader.read()
      if (done) return
      const lines = (rest + value).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (!signal.aborted) onideas(JSON.parse(line) as GrownIdeas)
    }
  } catch (error) {
    if (signal.aborted) return
    throw error instanceof Refused ? error : new Refused('offline', 'the server does not answer', 0)
  }
}
