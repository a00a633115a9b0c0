/** The terms of use and the privacy policy: the same in both languages, and as true as the product can check. */
import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COOLING_OFF_DAYS } from '#domain/cooling-off.ts'
import { CARD_FEE_BASIS_POINTS, CARD_FEE_FIXED_CENTAVOS, PIX_FEE_BASIS_POINTS } from '#domain/fee.ts'
import { formatBRL } from '#domain/money.ts'
import { PIX_SECONDS } from '#domain/pix.ts'
import { TERMS_VERSION } from '#domain/terms.ts'
import { formatRate } from '../web/src/lib/format.ts'

const ROOT = join(import.meta.dirname, '..')
const LEGAL = join(ROOT, 'web/public/legal')
const LOCALES = { pt: 'pt-BR', en: 'en-GB' }

const read = (language: string, document: string) =>
  readFile(join(LEGAL, language, `${document}.html`), 'utf8')
const sectionsOf = (page: string) => page.match(/<h2>\d+\. /g)

test.each(['terms', 'privacy'])(
  '%s: dated as what people accept, section by section in both languages',
  async (document) => {
    const [pt, en] = [await read('pt', document), await read('en', document)]
    expect(sectionsOf(pt)?.length).toBeGreaterThan(5)
    expect(sectionsOf(pt)).toEqual(sectionsOf(en))
    for (const [language, page] of Object.entries({ pt, en })) {
      const day = new Date(`${TERMS_VERSION}T12:00:00Z`).toLocaleDateString(LOCALES[language as 'pt'], {
        dateStyle: 'long',
      })
      expect(page).toContain(day)
    }
  },
)

test('what is charged, and for how long one may change one’s mind, is as it is', async () => {
  const [pt, en] = [await read('pt', 'terms'), await read('en', 'terms')]
  const fixed = formatBRL(CARD_FEE_FIXED_CENTAVOS)
  const [card, pix] = [CARD_FEE_BASIS_POINTS, PIX_FEE_BASIS_POINTS]
  for (const fact of [
    `${formatRate(card, 'pt')} + ${fixed};`,
    ` ${formatRate(pix, 'pt')}.`,
    `${PIX_SECONDS / 60} minutos`,
    `${COOLING_OFF_DAYS} dias`,
  ]) {
    expect(pt).toContain(fact)
  }
  for (const fact of [
    `${formatRate(card, 'en')} + ${fixed.replace(',', '.')};`,
    ` ${formatRate(pix, 'en')}.`,
    `${PIX_SECONDS / 60} minutes`,
    `${COOLING_OFF_DAYS} days`,
  ]) {
    expect(en).toContain(fact)
  }
})

test('what counsel has to read is there, and each legal page says where that stands', async () => {
  const list = await readFile(join(ROOT, 'docs/for-counsel.md'), 'utf8')
  const named = [...list.matchAll(/`([\w./-]+\/[\w./-]+)`/g)].map(([, path]) => path as string)
  for (const path of named) await expect(access(join(ROOT, path)), path).resolves.toBeUndefined()
  for (const language of ['pt', 'en'])
    for (const document of ['terms', 'privacy']) {
      expect(named).toContain(`web/public/legal/${language}/${document}.html`)
      expect(await read(language, document)).toContain('<!-- For counsel to read')
    }
})
