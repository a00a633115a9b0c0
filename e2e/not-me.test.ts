/** "It was not me": what a thief added is taken back from the mail that told of it, in whatever browser that is opened. */
import { codeAt, stepAt } from '../server/doors/auth/totp.ts'
import { expectAccessible, expectFitting } from './accessibility.ts'
import { expectToast } from './bidding.ts'
import {
  DESKTOP,
  expect,
  linkIn,
  mailTo,
  proveByPassword,
  RELEASE,
  shot,
  test,
  visit,
  withDatabase,
} from './fixtures.ts'
import { expectLanguage } from './languages.ts'
import { enter, newFan } from './people.ts'

const NEW_PASSWORD = 'Cometa-Azul#2027'
/** Refusals that the browser logs as failed resources. */
const REFUSED = /status of 4\d\d/

test(
  'a factor of somebody else is taken back from its mail, and a new password chosen',
  RELEASE,
  async () => {
    const fan = await newFan()
    // Somebody who knows the password.
    const thief = await visit({ allowed: REFUSED })
    await enter(thief.page, fan, '/shelf/security')
    await thief.page.getByRole('button', { name: 'Ativar com um aplicativo' }).click()
    const dialog = thief.page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Continuar' }).click()
    await proveByPassword(thief.page)
    const secret = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '')
    const code = dialog.getByLabel('Código de 6 números que o aplicativo mostra')
    await code.fill(codeAt(secret, stepAt(new Date())))
    await thief.page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Mostrar meus códigos' }).waitFor()

    const mail = await mailTo(fan.email, /Verificação em duas etapas ativada/)
    expect(mail.text).toContain('72 horas')
    const link = linkIn(mail)
    const owner = await visit({ allowed: REFUSED })
    const { page } = owner
    await page.goto(link)
    const submit = page.getByRole('button', { name: 'Desfazer e escolher nova senha' })
    await submit.waitFor()
    await page.getByText('Todas as sessões são encerradas, em todos os aparelhos.').waitFor()
    await expectAccessible(page, 'not me')
    await expectFitting(page, 'not me')
    await shot(page, 'not-me-phone')
    const factors = () =>
      withDatabase(
        (sql) => sql`select from auth.mfa_factors where user_id = ${fan.uid} and status = 'verified'`,
      )
    expect(await factors()).toHaveLength(1)
    await submit.click()
    await page.waitForURL('**/reset-password')
    expect(await factors()).toHaveLength(0)
    await page.getByLabel('Nova senha', { exact: true }).fill(NEW_PASSWORD)
    await page.getByLabel('Confirme a nova senha').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Redefinir Senha' }).click()
    await expectToast(page, 'Senha atualizada com sucesso!')
    await page.getByLabel('E-mail').fill(fan.email)
    await page.getByLabel('Senha', { exact: true }).fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await page.waitForURL('**/dashboard')

    // The thief is out, and the link is of no use any more.
    await thief.page.goto('/dashboard')
    await thief.page.getByRole('button', { name: 'Entrar', exact: true }).waitFor()
    await page.goto('about:blank')
    await page.goto(link)
    await page.getByText('Ele funciona uma vez, durante 72 horas.', { exact: false }).waitFor()
    await shot(page, 'not-me-dead-phone')
  },
)

test('in English: an account of a provider that was linked', RELEASE, async () => {
  const fan = await newFan({ language: 'en' })
  const token = 'a'.repeat(43)
  await withDatabase(
    (sql) => sql`
      insert into auth.undo_links (token_hash, user_id, email, kind, subject_id, provider, created_at)
      values (encode(sha256(${token}::bytea), 'hex'), ${fan.uid}, ${fan.email}, 'identity', gen_random_uuid(), 'google', now())`,
  )
  const { page } = await visit({ viewport: DESKTOP, locale: 'en-US', allowed: REFUSED })
  await page.goto(`/not-me#${token}`)
  await page.getByText('a Google account was linked to your account', { exact: false }).waitFor()
  await expectLanguage(page, 'en')
  await shot(page, 'not-me-desktop')
  await page.getByRole('button', { name: 'Undo it and choose a new password' }).click()
  await page.waitForURL('**/reset-password')
})
