/** The whole way from the door to a bought $TUNE, without a pointer. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DESKTOP, launch, visit } from './fixtures.ts'
import { isFocused, tabTo } from './focus.ts'
import { newFan } from './people.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

test('sign in, see the sample, buy with the balance', async () => {
  const fan = await newFan({ centavos: 3500 })
  const visitor = await visit(browser, { viewport: DESKTOP })
  const { page } = visitor
  await page.goto('/')
  await tabTo(page, page.getByLabel('E-mail'))
  await page.keyboard.type(fan.email)
  await tabTo(page, page.getByLabel('Senha', { exact: true }))
  await page.keyboard.type(fan.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')

  // A panel takes the focus, keeps it, and gives it back.
  const watch = page.getByRole('button', { name: 'Assistir agora' })
  await tabTo(page, watch)
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog')
  await panel.waitFor()
  await tabTo(page, panel.getByRole('button', { name: 'Recarregar' }))
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await expect.poll(() => isFocused(watch)).toBe(true)

  await tabTo(page, page.getByRole('searchbox', { name: 'Buscar por nome ou artista' }))
  await page.keyboard.type('noite')
  await tabTo(page, page.getByRole('link', { name: /^Comprar Noite de Lata/ }))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/payment/*')
  await tabTo(page, page.getByRole('switch', { name: /Pagar com saldo/ }))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('button', { name: 'ENVIAR pagamento' }))
  await page.keyboard.press('Enter')
  await page.getByText('Estamos processando seu pagamento.', { exact: true }).waitFor()

  await page.getByRole('dialog', { name: '$TUNE disponível' }).waitFor({ timeout: 30_000 })
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Minha estante' }))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/shelf')
  await tabTo(page, page.getByRole('button', { name: /Noite de Lata · Desbloquear agora/ }))
  await visitor.end()
})
