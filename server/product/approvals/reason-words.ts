/** A stored reason in words, for files. */
import { reasonInWords } from '#domain/money-decision.ts'
import en from '#i18n/en/outgoing-back-office.json' with { type: 'json' }
import pt from '#i18n/pt/outgoing-back-office.json' with { type: 'json' }

const WORDS = { pt, en }

export function reasonWords(reason: string | null, language: keyof typeof WORDS): string {
  return reasonInWords(reason ?? '', ({ why, id }) => WORDS[language].failures[why].replace('{{id}}', id))
}
