/** The layout of the back office: on a phone, and at an unknown address. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { expectAccessible, visitAtRest } from './accessibility.ts'
import { DEMO_ADMIN, launch, PHONE, type Visit } from './fixtures.ts'
import { call, enter, type Fan } from './people.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

async function visitAsAdmin(path: string): Promise<Visit> {
  const session = await call<Fan['session']>('/auth/v1/token?grant_type=password', { body: DEMO_ADMIN })
  const visitor = await visitAtRest(browser, PHONE)
  await enter(visitor.page, { session }, path)
  return visitor
}

test('an unknown address keeps the menu, and leads to the dashboard', async () => {
  const visitor = await visitAsAdmin('/admin/nowhere/at-all')
  const { page } = visitor
  await page.getByRole('heading', { name: '_página não encontrada' }).waitFor()
  await page.getByRole('button', { name: 'Menu' }).waitFor()
  await expectAccessible(page, 'nowhere')
  await page.getByRole('link', { name: 'Ir para o painel' }).click()
  await page.getByRole('heading', { name: '_painel' }).waitFor()
  await visitor.end()
})

test('on a phone the menu changes the language, and changes it back', async () => {
  const visitor = await visitAsAdmin('/admin/projects')
  const { page } = visitor
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'English' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Requests' }).waitFor()
  await expectAccessible(page, 'the menu in English')
  await page.getByRole('dialog').getByRole('button', { name: 'Português' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Solicitações' }).waitFor()
  await visitor.end()
})

test('a corrected symbol is no longer marked as invalid', async () => {
  const visitor = await visitAsAdmin('/admin/projects/create')
  const { page } = visitor
  const symbol = page.getByLabel('Símbolo')
  await symbol.fill('x')
  await page.getByRole('button', { name: 'Criar projeto' }).click()
  await page.locator('[name=symbol][aria-invalid=true]').waitFor()
  await symbol.pressSequentially('yz')
  await page.locator('[name=symbol][aria-invalid=false]').waitFor()
  await visitor.end()
})
