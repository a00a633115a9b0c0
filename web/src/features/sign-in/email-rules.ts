import type { TFunction } from 'i18next'
import { isEmail } from '#domain/email.ts'

/** The rules of every e-mail field: required, and shaped like an address. */
export function emailRules(t: TFunction<['sign-in', 'common']>) {
  return {
    required: t('common:required'),
    validate: (value: string) => isEmail(value) || t('common:invalidEmail'),
  }
}
