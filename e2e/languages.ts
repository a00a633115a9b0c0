/** Checks that a screen is in one language, by the texts of i18n/. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

type Texts = { [key: string]: string | Texts }

const FOLDER = join(import.meta.dirname, '../i18n')
/** Used by the server alone. */
const NOT_SHOWN = ['mail.json', 'refusals.json']
/** Shorter texts, variables aside, could be part of anything. */
const SHORTEST = 4

function read(language: 'pt' | 'en'): { keys: string[]; sentences: Set<string> } {
  const keys: string[] = []
  const sentences = new Set<string>()
  const walk = (branch: Texts, path: string) => {
    for (const [key, value] of Object.entries(branch)) {
      if (typeof value !== 'string') walk(value, `${path}${key}.`)
      else {
        keys.push(path + key)
        sentences.add(value)
      }
    }
  }
  for (const file of readdirSync(join(FOLDER, language))) {
    if (!NOT_SHOWN.includes(file)) walk(JSON.parse(readFileSync(join(FOLDER, language, file), 'utf8')), '')
  }
  return { keys, sentences }
}

const texts = { pt: read('pt'), en: read('en') }
/** A missing text shows its key; a key with a dot cannot be a word. */
const KEYS = new Set(texts.pt.keys.filter((key) => key.includes('.')))

function pattern(sentence: string): RegExp | null {
  const parts = sentence.replace(/<\/?\w+>/g, '').split(/\{\{\w+\}\}/)
  if (parts.join('').replace(/\P{L}/gu, '').length < SHORTEST) return null
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`, 'i')
}

const FOREIGN = {
  en: [...texts.pt.sentences].filter((sentence) => !texts.en.sentences.has(sentence)),
  pt: [...texts.en.sentences].filter((sentence) => !texts.pt.sentences.has(sentence)),
}
const foreign = {
  en: FOREIGN.en.map(pattern).filter((found) => found !== null),
  pt: FOREIGN.pt.map(pattern).filter((found) => found !== null),
}

/** Every visible or announced text on the page, line by line. */
async function said(page: Page): Promise<string[]> {
  const spoken = await page
    .locator('[aria-label], [placeholder], [title]')
    .evaluateAll((elements) =>
      elements.flatMap((element) =>
        ['aria-label', 'placeholder', 'title'].map((name) => element.getAttribute(name) ?? ''),
      ),
    )
  const lines = [await page.title(), ...(await page.locator('body').innerText()).split('\n'), ...spoken]
  return [...new Set(lines.map((line) => line.trim()).filter((line) => line !== ''))]
}

/** The page has no text of the other language and shows no keys. */
export async function expectLanguage(page: Page, language: 'pt' | 'en'): Promise<void> {
  const lines = await said(page)
  expect(lines.filter((line) => foreign[language].some((sentence) => sentence.test(line)))).toEqual([])
  expect(lines.filter((line) => KEYS.has(line.replace(/^\w+:/, '')))).toEqual([])
  expect(await page.locator('html').getAttribute('lang')).toBe(language === 'pt' ? 'pt-BR' : 'en')
}
