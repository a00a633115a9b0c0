/**
 * The language that a reader wants: the first of the places that says one decides, in the order of the specification
 * (section 9). None is asked before its turn: to a cheap phone each of them is milliseconds.
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

export function wantedLanguage(): Language {
  for (const place of PLACES) {
    const said = answerOf(place)
    if (said) return chooseLanguage(said)
  }
  return chooseLanguage(null)
}

/** Keeps the language that is spoken for the next visit. */
export function keepLanguage(language: Language): void {
  answerOf(() => localStorage.setItem(KEPT, language))
}

/** Nothing from a place that this browser forbids. */
function answerOf<Answer>(place: () => Answer): Answer | null {
  try {
    return place()
  } catch {
    return null
  }
}
