/** Texts in the reader's language; each feature's file is loaded when one of its screens is first opened. */
import i18next, { type BackendModule, type FlatNamespace, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { chooseLanguage, LANGUAGES, type Language, languageTag } from '#i18n/language.ts'
import { keepLanguage, preferredLanguage } from './preferred-language.ts'

/** The URL of each file. Files are fetched, not imported, because browsers may not retry a failed import. */
const addresses = import.meta.glob<string>(
  [
    './{pt,en}/*.json',
    // Used by the server only.
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
      // `true` asks for a retry.
      (fault) => done(fault, true),
    )
  },
}

export const i18n = i18next

const first = new Set(['common'])

/** Resolves once the texts are loaded. If they cannot be, it still resolves, and their keys are shown instead. */
export function loadTexts(...files: FlatNamespace[]): Promise<void> {
  return i18next.loadNamespaces(files)
}

/** Adds the first screen's texts to those that `startI18n` loads. */
export function addFirstTexts(features: readonly string[]): void {
  for (const feature of features) first.add(feature)
}

/**
 * Starts with the texts that every screen needs, plus those of `addFirstTexts`. The language is known at once; the
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
      lng: preferredLanguage(),
      initAsync: false,
      supportedLngs: LANGUAGES,
      fallbackLng: chooseLanguage(navigator.language),
      ns: [...first],
      defaultNS: 'common',
      partialBundledLanguages: true,
      // A failed file is retried five times, first after 350 ms, then with the delay doubling each time
      // (specification, section 9).
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
