import { validityHours } from '#domain/project.ts'
import { languageTag } from '#i18n/language.ts'
import { config } from './config.ts'
import { currentLanguage, i18n } from './i18n.ts'

/**
 * A duration in words: 3600 seconds are `1 hora`, 5400 `1,5 horas`. What is no round part of an hour is said in minutes or
 * seconds: 60 seconds would be `0,02 hora`.
 */
export function periodInWords(seconds: number): string {
  const { hours, singular } = validityHours(seconds)
  const format = new Intl.NumberFormat(languageTag(currentLanguage()))
  if (seconds < 3600 && hours * 3600 !== seconds) {
    const unit = seconds % 60 === 0 ? 'minutes' : 'seconds'
    return i18n.t(`common:${unit}`, { count: unit === 'minutes' ? seconds / 60 : seconds })
  }
  const figure = format.format(hours)
  return `${figure} ${i18n.t(singular ? 'common:hour' : 'common:hours')}`
}

/** How long a fan has to press play on a new token. */
export function unlockInWords(): string {
  return periodInWords(config().unlockSeconds)
}
