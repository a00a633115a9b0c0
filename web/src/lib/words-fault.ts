import { wayOutIn } from '#domain/leads-away.ts'
import { i18n } from './i18n.ts'

/** What is said at the field of words that would lead their reader away, with what was found; undefined for any other. */
export function wordsFault(text: string): string | undefined {
  const found = wayOutIn(text)
  return found === null ? undefined : i18n.t('common:wordsFault', { found })
}
