import { expect, test } from 'vitest'
import { chooseLanguage, languageTag, namedLanguage } from './language.ts'

test.each([
  ['pt', 'pt'],
  ['pt-BR', 'pt'],
  ['PT-pt', 'pt'],
  ['en', 'en'],
  ['en-US', 'en'],
  ['es-419', 'en'],
  ['', 'en'],
  [null, 'en'],
  [undefined, 'en'],
])('%j is answered in %s', (tag, language) => {
  expect(chooseLanguage(tag)).toBe(language)
})

test.each([
  ['pt-BR', 'pt'],
  ['EN', 'en'],
  ['fr', null],
  ['', null],
])('%j names %s', (tag, language) => expect(namedLanguage(tag)).toBe(language))

test('Portuguese is the Brazilian one', () => {
  expect(languageTag('pt')).toBe('pt-BR')
  expect(languageTag('en')).toBe('en')
})
