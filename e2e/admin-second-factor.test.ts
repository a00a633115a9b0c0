/** The back office as in production: only with a second factor. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { freePorts, type RunningWorld, removeData, startWorld, worldAt } from '../scripts/start-world.ts'
import { codeAt, stepAt } from '../server/doors/auth/totp.ts'
import { expectAccessible, visitAtRest } from './accessibility.ts'
import { DEMO_ADMIN, launch, moveTo, RELEASE } from './fixtures.ts'

let browser: Browser
let running: RunningWorld
let dataDir: string
beforeAll(async () => {
  browser = await launch()
  dataDir = await mkdtemp(join(tmpdir(), 'tune-e2e-factor-'))
  const port = await freePorts()
  running = await startWorld({ port, dataDir, env: { ADMIN_SECOND_FACTOR: 'required' } })
  moveTo(worldAt(port, dataDir))
}, 240_000)
afterAll(async () => {
  await browser.close()
  await running.stop()
  await removeData(dataDir)
})

test('a new administrator is sent to set one up, and then on to where they were going', RELEASE, async () => {
  const visitor = await visitAtRest(browser)
  const { page } = visitor
  await page.goto('/')
  await page.getByLabel('E-mail').fill(DEMO_ADMIN.email)
  await page.getByLabel('Senha', { exact: true }).fill(DEMO_ADMIN.password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.waitForURL('**/shelf/security')
  await page.getByText('Para entrar na administração, ative primeiro').waitFor()
  await page.goto('/admin/requests?tab=debts')
  await page.waitForURL('**/shelf/security')
  await page.getByText('Para entrar na administração, ative primeiro').waitFor()
  await expectAccessible(page, 'second factor wanted')

  await page.getByRole('button', { name: 'Ativar com um aplicativo' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  const secret = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '')
  await dialog
    .getByLabel('Código de 6 números que o aplicativo mostra')
    .fill(codeAt(secret, stepAt(new Date())))
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Mostrar meus códigos' }).click()
  await dialog.getByRole('button', { name: 'Já guardei' }).click()
  await page.waitForURL('**/admin/requests?tab=debts')
  await page.getByRole('heading', { name: '_solicitações' }).waitFor()
  await page.getByText('Ninguém deve nada.').waitFor()
  await visitor.end()
})
