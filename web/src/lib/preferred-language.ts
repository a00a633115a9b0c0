/**
 * The reader's preferred language: the first source that names one of ours decides, in the order of the specification
 * (section 9), and without one the browser's setting does. Later sources are not read, since each takes a slow phone
 * milliseconds. Once somebody is signed in, their account's counts: `session/use-account-language.ts`.
 */
import { chooseLanguage, type Language, namedLanguage } from '#i18n/language.ts'
import { inBrowser, inTab } from './browser-storage.ts'

const KEPT = 'i18nextLng'

const PLACES: (() => string | null)[] = [
  addressLanguage,
  cookieLanguage,
  () => inBrowser.read(KEPT),
  () => inTab.read(KEPT),
]

export function preferredLanguage(): Language {
  for (const place of PLACES) {
    const named = namedLanguage(place() ?? '')
    if (named) return named
  }
  return chooseLanguage(navigator.languages[0] ?? document.documentElement.lang)
}

/** The language that the address asks for, if it is one of ours. */
export function addressLanguage(): Language | null {
  return namedLanguage(new URLSearchParams(location.search).get('lng') ?? '')
}

function cookieLanguage(): string | null {
  try {
    return /(?:^|; *)i18next=([^;]+)/.exec(document.cookie)?.[1] ?? null
  } catch {
    // Where the browser forbids cookies.
    return null
  }
}

/** Remembers the language in use for the next visit. */
export function keepLanguage(language: Language): void {
  inBrowser.write(KEPT, language)
}
