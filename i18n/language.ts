/** The two languages of the product and the rule that chooses between them (specification, sections 1 and 9). */

export const LANGUAGES = ['pt', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/** Portuguese for every tag that starts with "pt" (`pt`, `pt-BR`, `PT-pt`), English for any other or none. */
export function chooseLanguage(tag: string | null | undefined): Language {
  return tag?.toLowerCase().startsWith('pt') ? 'pt' : 'en'
}

/** The language that a tag names; null for any other than the product's two. */
export function namedLanguage(tag: string): Language | null {
  return LANGUAGES.find((language) => tag.toLowerCase().startsWith(language)) ?? null
}

/** The tag that the `lang` attribute and number and date formats take. */
export function languageTag(language: Language): 'pt-BR' | 'en' {
  return language === 'pt' ? 'pt-BR' : 'en'
}
