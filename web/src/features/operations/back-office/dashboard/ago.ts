import type { Language } from '#i18n/language.ts'
import { languageTag } from '#i18n/language.ts'

/** `agora`, `há 1 minuto`, `há 3 horas`: whole minutes, from an hour on whole hours, from a day on whole days. */
export function ago(iso: string, now: number, language: Language): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(iso)) / 60_000))
  const tag = languageTag(language)
  if (minutes === 0) return new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }).format(0, 'second')
  const words = new Intl.RelativeTimeFormat(tag, { numeric: 'always' })
  if (minutes < 60) return words.format(-minutes, 'minute')
  if (minutes < 24 * 60) return words.format(-Math.floor(minutes / 60), 'hour')
  return words.format(-Math.floor(minutes / (24 * 60)), 'day')
}
