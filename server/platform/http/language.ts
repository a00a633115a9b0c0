import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { chooseLanguage, type Language, namedLanguage } from '#i18n/language.ts'

/** The one of our languages that a request names, as every one of our screens does in its own; null where it names none. */
export function askedLanguage(c: Context): Language | null {
  return preferredTags(c).map(namedLanguage).find(Boolean) ?? null
}

/** The tags of `Accept-Language`, best liked first, without those that are not wanted (`q=0`). */
export function preferredTags(c: Context): string[] {
  return (c.req.header('accept-language') ?? '')
    .split(',')
    .map((part) => /^\s*([\w*-]+)\s*(?:;\s*q=([\d.]+))?/i.exec(part) ?? [])
    .map(([, tag = '', weight = '1']) => ({ tag, weight: Number(weight) }))
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}

/**
 * The reader's first preference that is one of our languages, or what their browser is set to; Portuguese for those who state
 * none, as most bots.
 */
export function languageOf(c: Context): Language {
  const named = namedLanguage(c.req.query('lng') ?? '') ?? namedLanguage(getCookie(c, 'i18next') ?? '')
  if (named) return named
  const [asked = '*'] = preferredTags(c)
  return asked === '*' ? 'pt' : chooseLanguage(asked)
}
