import type { TFunction } from 'i18next'
import { readPixFailure } from '#domain/money-decision.ts'

/** A stored reason in words: what a person wrote as it is. */
export function reasonWords(t: TFunction<['outgoing-back-office']>, reason: string): string {
  const failure = readPixFailure(reason)
  return failure ? t(`outgoing-back-office:failures.${failure.why}`, { id: failure.id }) : reason
}
