/** The back office as in production: only with a second factor. */
import { codeAt, stepAt } from '../server/doors/auth/totp.ts'
import { expectAccessible } from './accessibility.ts'
import { DEMO_ADMIN, proveByPassword, RELEASE, test, visit } from './fixtures.ts'
import { ownWorld } from './own-world.ts'

ownWorld({ ADMIN_SECOND_FACTOR: 'required' })

test('a new administrator is sent to set one up, and then on to where they were going', RELEASE, async () => {
  // The browser logs that a proof is asked for.
  const visitor = await visit({ allowed: /status of 400/ })
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
  await proveByPassword(page, DEMO_ADMIN.password)
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
})
