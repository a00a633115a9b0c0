/** What to say of a failed call of the table API: the database's own words where they are meant for people. */
import { i18n } from './i18n.ts'

/** PostgREST's codes for a token that is none any more; whoever holds it is led out meanwhile (`sendAsCaller`). */
const TOKEN_REFUSED = ['PGRST301', 'PGRST303']
/** Postgres' code for what a policy or a missing grant forbids. */
const DENIED = '42501'

/** Its message can be shown. An error without a code means that no answer came. */
export function tableFault({ code, message }: { code?: string; message: string }): Error {
  if (!code) return new Error(i18n.t('common:offline'))
  if (TOKEN_REFUSED.includes(code)) return new Error(i18n.t('common:sessionOver'))
  return new Error(code === DENIED ? i18n.t('common:denied') : message)
}
