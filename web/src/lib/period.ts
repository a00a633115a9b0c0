import { validityHours } from '#domain/project.ts'
import { languageTag } from '#i18n/language.ts'
import { config } from './config.ts'
import { currentLanguage, i18n } from './i18n.ts'

/** A duration in words: 3600 seconds are `1 hora`, 5400 `1,5 horas`. */
export function periodInWords(seconds: number): string {
  const { hours, singular } = validityHours(seconds)
  const figure = new Intl.NumberFormat(languageTag(currentLanguage())).format(hours)
  return `${figure} ${i18n.t(singular ? 'common:hour' : 'common:hours')}`
}

/** How long a fan has to press play on a new token. */
export function unlockInWords(): string {
  return periodInWords(config().unlockSeconds)
}
