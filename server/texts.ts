/** Texts the server itself says: refusals, mails, and the statement as a file. Both languages come from `i18n/`. */
import i18next from 'i18next'
import type { Refusal } from '#domain/refusal.ts'
import enMail from '#i18n/en/mail.json' with { type: 'json' }
import enRefusals from '#i18n/en/refusals.json' with { type: 'json' }
import enStatement from '#i18n/en/statement.json' with { type: 'json' }
import ptMail from '#i18n/pt/mail.json' with { type: 'json' }
import ptRefusals from '#i18n/pt/refusals.json' with { type: 'json' }
import ptStatement from '#i18n/pt/statement.json' with { type: 'json' }

export type Language = 'pt' | 'en'

const texts = i18next.createInstance()
await texts.init({
  resources: {
    pt: { refusals: ptRefusals, mail: ptMail, statement: ptStatement },
    en: { refusals: enRefusals, mail: enMail, statement: enStatement },
  },
  fallbackLng: 'en',
  // Mail escapes what it puts into HTML itself.
  interpolation: { escapeValue: false },
})

export function refusalText(code: Refusal, language: Language): string {
  return texts.t(code, { lng: language, ns: 'refusals' })
}

/** Text `key` of the mail file (`purchase_ready.subject`) with `values` put in. */
export function mailText(key: string, language: Language, values: Record<string, string>): string {
  return texts.t(key, { lng: language, ns: 'mail', ...values })
}

/** Text `key` of the statement file, such as `kind.deposit`. */
export function statementText(key: string, language: Language): string {
  return texts.t(key, { lng: language, ns: 'statement' })
}
