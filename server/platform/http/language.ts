import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { chooseLanguage, type Language, namedLanguage } from '#i18n/language.ts'

/** The one of our languages that a request names, as every one of our screens does in its own; null where it names none. */
export function askedLanguage(c: Context): Language | null {
  return namedLanguage(c.req.header('accept-language')?.trim() ?? '')
}

/**
 * The reader's first preference that is one of our languages, or what their browser is set to; Portuguese for those who state
 * none, as most bots.
 */
export function languageOf(c: Context): Language {
  const named = namedLanguage(c.req.query('lng') ?? '') ?? namedLanguage(getCookie(c, 'i18next') ?? '')
  if (named) return named
  const asked = c.req.header('accept-language')?.trim()
  return asked && !asked.startsWith('*') ? chooseLanguage(asked) : 'pt'
}
