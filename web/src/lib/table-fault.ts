/** The message for a failed call of the table API: the database's own, or that nobody answered. */
import { i18n } from './i18n.ts'

/** Its message can be shown. An error without a code means that no answer came. */
export function tableFault(error: { code?: string; message: string }): Error {
  return new Error(error.code ? error.message : i18n.t('common:offline'))
}
