import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { chooseLanguage, type Language } from '#i18n/language.ts'

/** The reader's first preference; Portuguese for those who state none, as most bots. */
export function languageOf(c: Context): Language {
  const asked = c.req.query('lng') ?? getCookie(c, 'i18next') ?? c.req.header('accept-language')?.trim()
  return asked && !asked.startsWith('*') ? chooseLanguage(asked) : 'pt'
}
