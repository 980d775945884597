import { t } from '../../lib/i18n/index.svelte'
import type { AxioEvent, AxioView } from '../../lib/types'
import type { Moment } from '../game'
import { trackMoments } from '../tracks/moments'

export function moments(events: AxioEvent[], view: AxioView, names: readonly string[]): Moment[] {
  // From here on nobody draws, and the game can end at any turn.
  const isLast = view.bag === 0 && !view.standings && events.some((event) => event.kind === 'drew' && event.count > 0)
  const last: Moment[] = isLast ? [{ kind: 'lastRound', seat: null, title: t('momentBag') }] : []
  return [...trackMoments(events, view, names), ...last]
}
