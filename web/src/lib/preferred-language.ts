/**
 * The reader's preferred language: the first source that names one decides, in the order of the specification
 * (section 9). Later sources are not read, since each takes a slow phone milliseconds.
 */
import { chooseLanguage, type Language } from '#i18n/language.ts'

const KEPT = 'i18nextLng'

const PLACES: (() => string | null | undefined)[] = [
  () => new URLSearchParams(location.search).get('lng'),
  () => /(?:^|; *)i18next=([^;]+)/.exec(document.cookie)?.[1],
  () => localStorage.getItem(KEPT),
  () => sessionStorage.getItem(KEPT),
  () => navigator.languages[0],
  () => document.documentElement.lang,
]

export function preferredLanguage(): Language {
  for (const place of PLACES) {
    const found = answerOf(place)
    if (found) return chooseLanguage(found)
  }
  return chooseLanguage(null)
}

/** Remembers the language in use for the next visit. */
export function keepLanguage(language: Language): void {
  answerOf(() => localStorage.setItem(KEPT, language))
}

/** Null where the browser forbids access to the source. */
function answerOf<Answer>(place: () => Answer): Answer | null {
  try {
    return place()
  } catch {
    return null
  }
}
