/** Texts the server itself writes: refusals, mails, and the statement as a file. Both languages come from `i18n/`. */
import i18next from 'i18next'
import type { CardDecline } from '#domain/card-decline.ts'
import { failureName } from '#domain/payment.ts'
import type { Refusal } from '#domain/refusal.ts'
import enAlerts from '#i18n/en/alerts.json' with { type: 'json' }
import enArtists from '#i18n/en/artists.json' with { type: 'json' }
import enDeclines from '#i18n/en/declines.json' with { type: 'json' }
import enFailures from '#i18n/en/failures.json' with { type: 'json' }
import enMail from '#i18n/en/mail.json' with { type: 'json' }
import enManifest from '#i18n/en/manifest.json' with { type: 'json' }
import enProjects from '#i18n/en/projects.json' with { type: 'json' }
import enPush from '#i18n/en/push.json' with { type: 'json' }
import enReference from '#i18n/en/reference.json' with { type: 'json' }
import enRefusals from '#i18n/en/refusals.json' with { type: 'json' }
import enSignIn from '#i18n/en/sign-in.json' with { type: 'json' }
import enWallet from '#i18n/en/wallet.json' with { type: 'json' }
import ptAlerts from '#i18n/pt/alerts.json' with { type: 'json' }
import ptArtists from '#i18n/pt/artists.json' with { type: 'json' }
import ptDeclines from '#i18n/pt/declines.json' with { type: 'json' }
import ptFailures from '#i18n/pt/failures.json' with { type: 'json' }
import ptMail from '#i18n/pt/mail.json' with { type: 'json' }
import ptManifest from '#i18n/pt/manifest.json' with { type: 'json' }
import ptProjects from '#i18n/pt/projects.json' with { type: 'json' }
import ptPush from '#i18n/pt/push.json' with { type: 'json' }
import ptReference from '#i18n/pt/reference.json' with { type: 'json' }
import ptRefusals from '#i18n/pt/refusals.json' with { type: 'json' }
import ptSignIn from '#i18n/pt/sign-in.json' with { type: 'json' }
import ptWallet from '#i18n/pt/wallet.json' with { type: 'json' }
import { writtenInSaoPaulo } from './sao-paulo.ts'

export type Language = 'pt' | 'en'

const texts = i18next.createInstance()
// The texts are at hand: nothing is waited for.
void texts.init({
  initAsync: false,
  resources: {
    pt: {
      alerts: ptAlerts,
      artists: ptArtists,
      'sign-in': ptSignIn,
      manifest: ptManifest,
      push: ptPush,
      reference: ptReference,
      refusals: ptRefusals,
      declines: ptDeclines,
      failures: ptFailures,
      mail: ptMail,
      projects: ptProjects,
      wallet: ptWallet,
    },
    en: {
      alerts: enAlerts,
      artists: enArtists,
      'sign-in': enSignIn,
      manifest: enManifest,
      push: enPush,
      reference: enReference,
      refusals: enRefusals,
      declines: enDeclines,
      failures: enFailures,
      mail: enMail,
      projects: enProjects,
      wallet: enWallet,
    },
  },
  fallbackLng: 'en',
  // Mail escapes what it puts into HTML itself.
  interpolation: { escapeValue: false },
})

export function refusalText(code: Refusal, language: Language): string {
  return texts.t(code, { lng: language, ns: 'refusals' })
}

/** Why a payment failed, as `payments.failure` has it; null for words that are not ours. */
export function failureText(failure: string, language: Language): string | null {
  return (
    texts.t(failureName(failure), { lng: language, ns: ['failures', 'refusals'], defaultValue: '' }) || null
  )
}

/** Why the bank declined a card, in the holder's language. */
export function declineText(reason: CardDecline, language: Language): string {
  return texts.t(reason, { lng: language, ns: 'declines' })
}

/** Text `key` of the mail file (`purchase_ready.subject`) with `values` filled in. */
export function mailText(key: string, language: Language, values: Record<string, string>): string {
  return texts.t(key, { lng: language, ns: 'mail', ...values })
}

/** `05/03/2026 14:07 (horário de São Paulo)`: an hour that leaves the screen, whose reader's clock nobody knows. */
export function momentInSaoPaulo(instant: Date, language: Language): string {
  const moment = writtenInSaoPaulo(instant, language).slice(0, -':00'.length)
  return texts.t('receipt.zone', { lng: language, ns: 'wallet', moment })
}

/** Text `key` of the alerts file (`unsubscribe.done`). */
export function alertText(key: string, language: Language): string {
  return texts.t(key, { lng: language, ns: 'alerts' })
}

/** Text `key` of the artists file, such as `page.meta.title`, with `values` filled in. */
export function artistText(key: string, language: Language, values: Record<string, string>): string {
  return texts.t(key, { lng: language, ns: 'artists', ...values })
}

/** Text `key` of the wallet file, such as `kind.deposit`. */
export function statementText(key: string, language: Language): string {
  return texts.t(key, { lng: language, ns: 'wallet' })
}

/** Text `key` of the push file (`won.title`) with the project's name filled in. */
export function pushText(key: string, language: Language, project: string): string {
  return texts.t(key, { lng: language, ns: 'push', project })
}

/** Text `key` of the projects file, such as `meta.title`, with `values` filled in. */
export function projectText(key: string, language: Language, values: Record<string, unknown>): string {
  return texts.t(key, { lng: language, ns: 'projects', ...values })
}

/** Text `key` of the manifest file (`shortcuts.shelf`). */
export function manifestText(key: string, language: Language, product: string): string {
  return texts.t(key, { lng: language, ns: 'manifest', product })
}

/** Text `key` of the sign-in screen's file (`login.lead`). */
export function signInText(key: string, language: Language): string {
  return texts.t(key, { lng: language, ns: 'sign-in' })
}

/** Text `key` of the API reference (`section.wallet`). */
export function referenceText(key: string, language: Language): string {
  return texts.t(key, { lng: language, ns: 'reference' })
}
