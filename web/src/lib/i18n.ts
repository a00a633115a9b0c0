/** Texts in the language of the reader; each feature's file travels only when one of its screens is opened. */
import i18next, { type BackendModule, type FlatNamespace, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { chooseLanguage, LANGUAGES, type Language, languageTag } from '#i18n/language.ts'
import { keepLanguage, wantedLanguage } from './wanted-language.ts'

/** The address of each file. A file is fetched rather than imported, because browsers may not try a failed import again. */
const addresses = import.meta.glob<string>(
  [
    './{pt,en}/*.json',
    // Spoken by the server alone.
    '!./{pt,en}/{csv,mail,manifest,push,reference}.json',
  ],
  { base: '../../../i18n', query: '?url', import: 'default', eager: true },
)

async function readTexts(language: string, feature: string): Promise<ResourceKey> {
  const address = addresses[`./${language}/${feature}.json`]
  if (!address) throw new Error(`There is no i18n/${language}/${feature}.json`)
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return response.json()
}

const loader: BackendModule = {
  type: 'backend',
  init() {},
  read(language, feature, done) {
    readTexts(language, feature).then(
      (texts) => done(null, texts),
      // `true` asks for another attempt.
      (fault) => done(fault, true),
    )
  },
}

export const i18n = i18next

const first = new Set(['common'])

/** Resolves once the texts are there. Says nothing if they are lost: their keys stand in for them. */
export function loadTexts(...files: FlatNamespace[]): Promise<void> {
  return i18next.loadNamespaces(files)
}

/** Asks for the texts of the screen that is opened first together with those that every screen needs. */
export function wantTexts(features: readonly string[]): void {
  for (const feature of features) first.add(feature)
}

/**
 * Starts with the texts that every screen needs, and those that were wanted before. The language is known at once, the
 * texts are there when this resolves.
 */
export async function startI18n(product: string): Promise<void> {
  i18next.on('languageChanged', (spoken) => {
    const language = chooseLanguage(spoken)
    document.documentElement.lang = languageTag(language)
    keepLanguage(language)
  })
  await i18next
    .use(initReactI18next)
    .use(loader)
    .init({
      lng: wantedLanguage(),
      initAsync: false,
      supportedLngs: LANGUAGES,
      fallbackLng: chooseLanguage(navigator.language),
      ns: [...first],
      defaultNS: 'common',
      partialBundledLanguages: true,
      // A lost file is asked for again five times, after 350 ms, then twice as long each time (specification, section 9).
      maxRetries: 5,
      retryTimeout: 350,
      maxParallelReads: 10,
      interpolation: { escapeValue: false, defaultVariables: { product } },
      react: { useSuspense: true },
    })
}

/** The language in use. */
export function currentLanguage(): Language {
  return chooseLanguage(i18next.language)
}
