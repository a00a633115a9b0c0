/** What to say of a call that the tables, the files or the auth API refused: their own words are English, and for programs. */
import { i18n } from './i18n.ts'

/** PostgREST's codes for a token that is none any more; whoever holds it is led out meanwhile (`sendAsCaller`). */
const SESSION_OVER = ['PGRST301', 'PGRST303']
/** What a policy or a missing grant forbids: Postgres' code, and that of the files. */
const DENIED = ['42501', 'AccessDenied']
/** Too much within a minute or an hour: of our functions, of the gateway before the doors, of the auth API. */
const TOO_OFTEN = ['PT429', 'too_many_requests', 'over_request_rate_limit']
/** Postgres' code for a value that may stand once, and does. */
const TAKEN = '23505'

/** A refusal's code in the reader's language. */
export function doorWords(code: string): string {
  if (SESSION_OVER.includes(code)) return i18n.t('common:sessionOver')
  if (DENIED.includes(code)) return i18n.t('common:denied')
  if (TOO_OFTEN.includes(code)) return i18n.t('common:tooOften')
  return code === TAKEN ? i18n.t('common:taken') : i18n.t('common:refused', { code })
}

/** Its message can be shown. An error without a code means that no answer came. */
export function tableFault({ code }: { code?: string }): Error {
  return new Error(code ? doorWords(code) : i18n.t('common:offline'))
}
