/** The accountant's month: read on a screen, and taken away as two files. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible, expectWithin } from './accessibility.ts'
import { DESKTOP, expect, PHONE, RELEASE, shot, test, visit } from './fixtures.ts'
import { expectLanguage } from './languages.ts'
import { enter, newAdmin, newFan } from './people.ts'

async function saved(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

for (const [name, viewport, tier] of [
  ['desktop', DESKTOP, {}],
  ['phone', PHONE, RELEASE],
] as const)
  test(`a month is read, stepped back, and saved for people and for programs: ${name}`, tier, async () => {
    await newFan({ centavos: 4321 })
    const visitor = await visit({ viewport, allowed: /ERR_FAILED/ })
    const { page } = visitor
    await enter(page, await newAdmin(), '/admin/accounting')
    await page.getByText('O que saiu das contas entrou em outras, e os saldos se compensam.').waitFor()
    await page.getByRole('rowheader', { name: 'Fãs: disponível' }).waitFor()
    await page
      .getByText(/^Positivo é o que se deve a alguém, .* e o que já foi pago a fãs e artistas;/)
      .waitFor()
    await expectAccessible(page, 'accounting')
    await expectWithin(page, 'accounting')
    await shot(page, `admin-accounting-${name}`)
    const sheet = await saved(page, 'Planilha (CSV)')
    expect(sheet.name).toMatch(/^tune-\d{4}-\d\d\.csv$/)
    expect(sheet.text).toContain('\r\nFechamento;Fãs: disponível;')
    const workbook = await saved(page, 'Planilha (Excel)')
    expect(workbook.name).toMatch(/^tune-\d{4}-\d\d\.xlsx$/)
    expect(workbook.text).toMatch(/^PK/)
    const ledger = await saved(page, 'Para sistemas (CSV)')
    expect(ledger.name).toMatch(/^tune-\d{4}-\d\d-ledger\.csv$/)
    expect(ledger.text).toMatch(/,deposit,processor_clearing,fans_available,4321,card,/)
    // One that breaks off is not saved as if it were the month.
    await page.route('**/admin/accounting.csv*', (route) => route.abort())
    await page.getByRole('button', { name: 'Planilha (CSV)' }).click()
    await page.getByText('O arquivo não chegou inteiro e não foi salvo. Baixe de novo.').waitFor()
    await page.getByRole('button', { name: 'Mês anterior' }).click()
    await page.waitForURL(/month=\d{4}-\d\d/)
    await page.getByText('Ainda não havia nada neste mês.').waitFor()
  })

test('in English throughout', RELEASE, async () => {
  const visitor = await visit({ locale: 'en-GB' })
  const { page } = visitor
  await enter(page, await newAdmin({ language: 'en' }), '/admin/accounting')
  await page.getByRole('rowheader', { name: 'Platform: card fees' }).waitFor()
  await page.getByText('What left accounts came into others, and the balances add up to zero.').waitFor()
  await expectLanguage(page, 'en')
})
