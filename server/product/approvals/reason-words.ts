/** A stored reason in words, for files: what a person wrote as it is. */
import { readPixFailure } from '#domain/money-decision.ts'
import en from '#i18n/en/outgoing-back-office.json' with { type: 'json' }
import pt from '#i18n/pt/outgoing-back-office.json' with { type: 'json' }

const WORDS = { pt, en }

export function reasonWords(reason: string | null, language: keyof typeof WORDS): string {
  const failure = reason === null ? null : readPixFailure(reason)
  if (!failure) return reason ?? ''
  return WORDS[language].failures[failure.why].replace('{{id}}', failure.id)
}
