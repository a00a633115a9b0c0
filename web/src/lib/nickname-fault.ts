import { hasAddress, hasStrangeLetters, hasTelephone } from '#domain/address.ts'
import { i18n } from './i18n.ts'

/** What is said at the field of a nickname that nobody may take; undefined for any other. */
export function nicknameFault(name: string): string | undefined {
  if (name.trim() === '') return i18n.t('common:required')
  if (hasAddress(name)) return i18n.t('common:nicknameAddress')
  if (hasStrangeLetters(name)) return i18n.t('common:nicknameLetters')
  return hasTelephone(name) ? i18n.t('common:nicknameTelephone') : undefined
}
