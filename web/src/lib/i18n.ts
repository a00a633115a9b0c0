/** Texts in the language of the reader; each feature's file travels only when one of its screens is opened. */
import i18next from 'i18next'
import LanguageDetector from 'i18next-browser-languagedetector'
import { initReactI18next } from 'react-i18next'
import { chooseLanguage, LANGUAGES, type Language, languageTag } from '#i18n/language.ts'

type TextFile = { default: Record<string, unknown> }

const files = import.meta.glob<TextFile>([
  '../../../i18n/{pt,en}/*.json',
  // Spoken by the server alone.
  '!**/{mail,refusals}.json',
])

async function readTexts(language: string, feature: string): Promise<Record<string, unknown>> {
  const load = files[`../../../i18n/${language}/${feature}.json`]
  if (!load) throw new Error(`There is no i18n/${language}/${feature}.json`)
  return (await load()).default
}

export const i18n = i18next

/**
 * Starts with the texts that every screen needs. The choice of language follows specification, section 9: query
 * string, cookie, local storage, session storage, browser, html tag; it is remembered in local storage.
 */
export async function startI18n(product: string): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = languageTag(chooseLanguage(language))
  })
  await i18next
    .use(LanguageDetector)
    .use(initReactI18next)
    .use({
      type: 'backend' as const,
      read: readTexts,
    })
    .init({
      supportedLngs: LANGUAGES,
      fallbackLng: chooseLanguage(navigator.language),
      ns: ['common'],
      defaultNS: 'common',
      partialBundledLanguages: true,
      detection: {
        order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
        lookupQuerystring: 'lng',
        caches: ['localStorage'],
        convertDetectedLanguage: chooseLanguage,
      },
      interpolation: { escapeValue: false, defaultVariables: { product } },
      react: { useSuspense: true },
    })
}

/** The language in use. */
export function currentLanguage(): Language {
  return chooseLanguage(i18next.language)
}
