/** How a call of the tables door that failed is told: in the database's words, or that nobody answered. */
import { i18n } from './i18n.ts'

/** The message can be shown. Without a code no answer came. */
export function tableFault(error: { code?: string; message: string }): Error {
  return new Error(error.code ? error.message : i18n.t('common:offline'))
}
