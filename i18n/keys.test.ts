/** Both languages say the same things: same files, same keys, same variables, nothing empty. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CARD_DECLINES } from '#domain/card-decline.ts'
import { failureName, PAYMENT_FAILURES } from '#domain/payment.ts'
import { REFUSALS } from '#domain/refusal.ts'
import { LANGUAGES, type Language, languageTag } from './language.ts'

type Texts = { [key: string]: string | Texts }

function files(language: Language): string[] {
  return readdirSync(new URL(language, import.meta.url)).sort()
}

function sentences(language: Language, file: string): Map<string, string> {
  const texts = JSON.parse(readFileSync(new URL(`${language}/${file}`, import.meta.url), 'utf8')) as Texts
  const found = new Map<string, string>()
  const walk = (branch: Texts, path: string) => {
    for (const [key, value] of Object.entries(branch)) {
      if (typeof value === 'string') found.set(path + key, value)
      else walk(value, `${path}${key}.`)
    }
  }
  walk(texts, '')
  return found
}

/** The variables and tags of a sentence, which a translation has to keep. */
function placeholders(sentence: string): string[] {
  return (sentence.match(/\{\{\w+\}\}|<\/?\w+>/g) ?? []).sort()
}

test('both languages have the same files', () => {
  expect(files('en')).toEqual(files('pt'))
})

describe.each(files('pt'))('%s', (file) => {
  const [pt, en] = LANGUAGES.map((language) => sentences(language, file)) as [
    Map<string, string>,
    Map<string, string>,
  ]

  test('has the same keys in both languages', () => {
    expect([...en.keys()].sort()).toEqual([...pt.keys()].sort())
  })

  test('has no empty sentence', () => {
    for (const [key, sentence] of [...pt, ...en]) expect(sentence.trim(), key).not.toBe('')
  })

  test('keeps variables and tags in translation', () => {
    for (const [key, sentence] of pt) {
      expect(placeholders(en.get(key) ?? ''), key).toEqual(placeholders(sentence))
    }
  })
})

test('no screen asks for a sentence with variables and gives none', () => {
  const withVariables = new Map(
    files('pt').map((file) => [
      file.replace('.json', ''),
      new Set(
        [...sentences('pt', file)]
          // The product's name is in all of them.
          .filter(([, sentence]) => sentence.replaceAll('{{product}}', '').includes('{{'))
          .map(([key]) => key.replace(/_(?:zero|one|two|few|many|other)$/, '')),
      ),
    ]),
  )
  const web = new URL('../web/src/', import.meta.url)
  const screens = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !path.includes('.test.'),
  )
  let asked = 0
  for (const path of screens) {
    const source = readFileSync(new URL(path, web), 'utf8')
    const rooms = [...source.matchAll(/useTranslation\(([^)]*)\)/g)].flatMap(
      ([, named = '']) => named.match(/[\w-]+/g) ?? ['common'],
    )
    for (const [, room, key = ''] of source.matchAll(/\bt\('(?:([\w-]+):)?([\w.]+)'\)/g)) {
      asked++
      const needy = (room ? [room] : rooms).filter((each) => withVariables.get(each)?.has(key))
      expect(needy, `${path}: t('${key}')`).toEqual([])
    }
  }
  expect(asked).toBeGreaterThan(500)
})

test.each(LANGUAGES)('every counted sentence has each form of its number in %s', (language) => {
  const forms = new Intl.PluralRules(languageTag(language)).resolvedOptions().pluralCategories
  let counted = 0
  for (const file of files(language)) {
    const keys = [...sentences(language, file).keys()]
    const stems = keys.flatMap((key) => /^(.*)_(?:zero|one|two|few|many|other)$/.exec(key)?.[1] ?? [])
    for (const stem of new Set(stems)) {
      counted++
      for (const form of forms) expect(keys, file).toContain(`${stem}_${form}`)
    }
  }
  expect(counted).toBeGreaterThan(10)
})

test.each(LANGUAGES)('no text in %s states a fee: it is handed in from domain/fee.ts', (language) => {
  const texts = files(language).flatMap((file) => [...sentences(language, file)])
  expect(texts.filter(([, sentence]) => /\d[.,]\d+ ?%|0[.,]39/.test(sentence))).toEqual([])
})

test.each(LANGUAGES)('every refusal has its text in %s', (language) => {
  expect([...sentences(language, 'refusals.json').keys()].sort()).toEqual([...REFUSALS].sort())
})

test.each(LANGUAGES)('every failure of ours has its text in %s', (language) => {
  const names = Object.values(PAYMENT_FAILURES).map(failureName)
  expect([...sentences(language, 'failures.json').keys()].sort()).toEqual(names.sort())
})

test.each(LANGUAGES)('every reason of a bank has its text in %s', (language) => {
  expect([...sentences(language, 'declines.json').keys()].sort()).toEqual([...CARD_DECLINES].sort())
})
