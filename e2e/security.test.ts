/** Account security: password, address, second factor, sessions and erasure. */
import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { codeAt, stepAt } from '../server/doors/auth/totp.ts'
import { expectAccessible } from './accessibility.ts'
import { expectToast } from './bidding.ts'
import {
  DESKTOP,
  expect,
  followMail,
  mailTo,
  PASSWORD,
  proveByPassword,
  RELEASE,
  shot,
  test,
  visit,
  withDatabase,
} from './fixtures.ts'
import { enter, newFan, openProfile } from './people.ts'

test.use({ whole: true })

const NEW_PASSWORD = 'Cometa-Azul#2027'
/** Refusals that the browser logs as failed resources. */
const REFUSED = /status of (400|401|403|406|409|422)/

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
}

test('a second factor: the app, ten codes, signing in with each, and removal', async () => {
  const fan = await newFan()
  const visitor = await visit({ allowed: REFUSED })
  await visitor.page.emulateMedia({ reducedMotion: 'reduce' })
  const { page } = visitor
  await enter(page, fan, '/shelf')
  await openProfile(page)
  await page.getByRole('link', { name: 'Segurança da conta' }).click()
  await page.getByRole('heading', { name: '_segurança' }).waitFor()
  await page.getByText('(este aparelho)', { exact: false }).waitFor()
  await expectAccessible(page, 'security')
  await shot(page, 'security-phone')

  await page.getByRole('button', { name: 'Ativar com um aplicativo' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Ao ativar, as outras sessões são encerradas', { exact: false }).waitFor()
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await proveByPassword(page)
  const drawing = dialog.getByRole('img', { name: 'Código QR para o aplicativo de verificação' })
  await drawing.waitFor()
  // Abandoned half-way, and started again under the same name.
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Ativar com um aplicativo' }).click()
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await proveByPassword(page)
  await drawing.waitFor()
  expect(
    await drawing.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
  ).toBeGreaterThan(0)
  await expectAccessible(page, 'new app')
  await shot(page, 'security-app')
  // On the phone that has the app there is nothing to scan: the app is opened, or the key copied into it.
  expect(await dialog.locator('a[href^="otpauth://totp/"]').count()).toBe(1)
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copiar a chave' }).click()
  await expectToast(page, 'Chave copiada.')
  const secret = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '')
  const code = dialog.getByLabel('Código de 6 números que o aplicativo mostra')
  await code.fill('12')
  await page.keyboard.press('Enter')
  await dialog.getByText('Digite os 6 números do código').waitFor()
  await code.fill(codeAt(secret, stepAt(new Date())))
  await page.keyboard.press('Enter')

  await dialog.getByRole('button', { name: 'Mostrar meus códigos' }).click()
  await dialog.getByText('não vamos mostrá-los de novo', { exact: false }).waitFor()
  await expectAccessible(page, 'recovery codes')
  await shot(page, 'security-codes')
  const codes = await dialog.getByRole('listitem').allInnerTexts()
  expect(codes).toHaveLength(10)
  await dialog.getByRole('button', { name: 'Já guardei' }).click()
  await page.getByText('Restam 10').waitFor()
  await mailTo(fan.email, /Verificação em duas etapas ativada/)
  await visitor.end()

  const elsewhere = await visit({ viewport: DESKTOP, allowed: REFUSED })
  const there = elsewhere.page
  await signIn(there, fan.email, PASSWORD)
  await there.waitForURL('**/second-factor')
  await there.goto('/dashboard')
  await there.waitForURL('**/second-factor')
  await expectAccessible(there, 'second factor')
  await shot(there, 'second-factor')
  // The code that enrolled is used up; the app's next one is taken from a phone whose clock is ahead.
  await there.getByLabel('Código').fill(codeAt(secret, stepAt(new Date()) + 1))
  await there.keyboard.press('Enter')
  await there.waitForURL('**/dashboard')

  await there.evaluate(() => localStorage.clear())
  await signIn(there, fan.email, PASSWORD)
  await there.getByRole('button', { name: 'Usar um código de recuperação' }).click()
  const typed = there.getByLabel('Código de recuperação')
  await typed.fill('errado-errado')
  await there.keyboard.press('Enter')
  await there.getByText('Código de recuperação incorreto ou já usado.').waitFor()
  await typed.fill((codes[0] ?? '').toUpperCase())
  await there.keyboard.press('Enter')
  await there.waitForURL('**/dashboard')
  await mailTo(fan.email, /Um código de recuperação foi usado/)

  await there.goto('/shelf/security')
  await there.getByText('Restam 9').waitFor()
  await there.getByRole('button', { name: /^Remover/ }).click()
  await there.getByRole('dialog').waitFor()
  await expectAccessible(there, 'remove app')
  await there.getByRole('dialog').getByRole('button', { name: 'Remover' }).click()
  // The code that has just opened the session was not given for this.
  const proof = there.getByRole('dialog', { name: '_confirme que é você' })
  await proof.getByRole('button', { name: 'Usar um código de recuperação' }).click()
  await proof.getByLabel('Código de recuperação').fill(codes[1] ?? '')
  await there.keyboard.press('Enter')
  await there.getByRole('button', { name: 'Ativar com um aplicativo' }).waitFor()
  await shot(there, 'security-desktop')
})

test('a new password takes the current one or a mailed code, and ends the other sessions', async () => {
  const fan = await newFan()
  const visitor = await visit({ allowed: REFUSED })
  const { page } = visitor
  await signIn(page, fan.email, PASSWORD)
  await page.waitForURL('**/dashboard')
  await page.goto('/shelf/security')
  await page
    .getByRole('button', { name: /^Encerrar/ })
    .first()
    .waitFor()
  const current = page.getByLabel('Senha atual')
  await current.fill('Errada#2020')
  await page.getByLabel('Nova senha', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Confirme a nova senha').fill(NEW_PASSWORD)
  const submit = page.getByRole('button', { name: 'Trocar senha' })
  await submit.click()
  await page.getByText('A senha atual não confere.').waitFor()
  await current.fill(PASSWORD)
  await submit.click()
  await expectToast(page, 'Senha atualizada com sucesso!')
  // The list no longer offers to end what has ended.
  await expect.poll(() => page.getByRole('button', { name: /^Encerrar/ }).count()).toBe(0)
  await mailTo(fan.email, /Sua senha foi alterada/)
  const sessions = await withDatabase((sql) => sql`select from auth.sessions where user_id = ${fan.uid}`)
  expect(sessions).toHaveLength(1)

  await page.getByRole('button', { name: 'Não lembro minha senha atual' }).click()
  await page.getByRole('button', { name: 'Enviar código' }).click()
  const mail = await mailTo(fan.email, /Seu código de segurança/)
  await page.getByLabel('Código do e-mail').fill(/\d{6}/.exec(mail.text)?.[0] ?? '')
  await page.getByLabel('Nova senha', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirme a nova senha').fill(PASSWORD)
  await submit.click()
  await expect
    .poll(async () => {
      const rows = await withDatabase(
        (sql) => sql`
          select from auth.audit_log_entries
          where payload ->> 'action' = 'user_updated_password' and payload ->> 'actor_id' = ${fan.uid}`,
      )
      return rows.length
    })
    .toBe(2)
})

test('a new address takes effect once both mailboxes have confirmed', RELEASE, async () => {
  const fan = await newFan()
  const wanted = `novo${Date.now()}${randomInt(1000)}@tune.test`
  // A mailed link may navigate away while the websocket is still connecting.
  const visitor = await visit({ allowed: /WebSocket is closed before/ })
  const { page } = visitor
  // Signed in here: a new address counts from a browser that knows the account.
  await signIn(page, fan.email, PASSWORD)
  await page.waitForURL('**/dashboard')
  const sessions = async () =>
    (await withDatabase((sql) => sql`select from auth.sessions where user_id = ${fan.uid}`)).length
  const before = await sessions()
  await page.goto('/shelf/security')
  await page.getByLabel('Novo e-mail').fill(wanted)
  await page.getByRole('button', { name: 'Trocar e-mail' }).click()
  await page.getByText(`A troca para ${wanted} vale quando os dois endereços tiverem confirmado.`).waitFor()
  await followMail(page, fan.email, /Confirme a troca do seu e-mail/)
  await page.getByText('Confirmado. Agora abra o link que enviamos ao outro endereço.').waitFor()
  await followMail(page, wanted, /Confirme seu novo e-mail/)
  await expectToast(page, 'Pronto: o e-mail da conta mudou. É com ele que você entra agora.')
  await expect.poll(() => page.getByLabel('E-mail atual').inputValue()).toBe(wanted)
  // The session that the second link has opened takes the place of the one that this browser had.
  await expect.poll(sessions).toBe(before)
  await page.reload()
  await page.getByText('Em uso agora', { exact: false }).waitFor()
  await page.goto('/shelf')
  await openProfile(page)
  await page.getByText(wanted).waitFor()
  await mailTo(fan.email, /O e-mail da sua conta foi alterado/)
  await mailTo(wanted, /Este é o novo e-mail da sua conta/)
})

test('another session is ended from here', RELEASE, async () => {
  const fan = await newFan()
  const [here, there] = [await visit(), await visit({ viewport: DESKTOP, allowed: REFUSED })]
  await signIn(there.page, fan.email, PASSWORD)
  await there.page.waitForURL('**/dashboard')
  await enter(here.page, fan, '/shelf/security')
  // The other browser may be told before it is reloaded, by an answer to something that it asked by itself.
  const told = there.page.getByText('Sua sessão terminou. Entre novamente.').waitFor({ timeout: 60_000 })
  await here.page.getByRole('button', { name: 'Sair de todas as outras' }).click()
  await expectToast(here.page, 'As outras sessões foram encerradas.')
  const sessions = await withDatabase((sql) => sql`select from auth.sessions where user_id = ${fan.uid}`)
  expect(sessions).toHaveLength(1)
  // The other browser is signed out, and says why.
  await there.page.reload()
  await there.page.waitForURL((url) => url.pathname === '/')
  await told
})

test('signing out ends the session of this browser and of no other', RELEASE, async () => {
  const fan = await newFan()
  const [here, there] = [await visit({ viewport: DESKTOP }), await visit()]
  await signIn(there.page, fan.email, PASSWORD)
  await there.page.waitForURL('**/dashboard')
  await there.page.goto('/dashboard?search=maré')
  await enter(here.page, fan, '/dashboard')
  await here.page.getByRole('button', { name: 'Sair', exact: true }).click()
  await here.page.waitForURL((url) => url.pathname === '/')
  await there.page.reload()
  await there.page.getByRole('heading', { name: 'Maré Cheia' }).waitFor()
  const sessions = await withDatabase((sql) => sql`select from auth.sessions where user_id = ${fan.uid}`)
  expect(sessions).toHaveLength(1)
})

test('a fan exports their data, and can erase the account once no money is left', async () => {
  const fan = await newFan({ centavos: 1500 })
  const visitor = await visit({ allowed: REFUSED })
  const { page } = visitor
  await enter(page, fan, '/shelf/security')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar meus dados' }).click(),
  ])
  const data = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(data.profile[0].email).toBe(fan.email)

  await page.getByRole('button', { name: 'Apagar minha conta' }).click()
  const dialog = page.getByRole('dialog')
  const erase = dialog.getByRole('button', { name: 'Apagar para sempre' })
  await dialog.getByText('só dá para apagar uma conta sem saldo', { exact: false }).waitFor()
  await dialog.getByRole('link', { name: 'Resgatar meu saldo' }).waitFor()
  expect(await erase.count()).toBe(0)
  await expectAccessible(page, 'erase account')
  await shot(page, 'security-erase')

  await withDatabase(
    (sql) => sql`
      select ledger.post(${sql.json([
        {
          id: `test:spent:${fan.uid}`,
          kind: 'deposit',
          debit: `fan:${fan.uid}:available`,
          credit: 'processor:clearing',
          amount: 1500,
        },
      ])})`,
  )
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Apagar minha conta' }).click()
  await erase.click()
  await dialog.getByText('Digite o e-mail da sua conta').waitFor()
  await dialog.getByLabel(`Para confirmar, digite ${fan.email}`).fill(fan.email)
  await erase.click()
  await page.waitForURL((url) => url.pathname === '/')
  await mailTo(fan.email, /Sua conta foi apagada/)
  await signIn(page, fan.email, PASSWORD)
  await page.getByText('Senha incorreta. Verifique suas credenciais.').waitFor()
})

test('a link that carries somebody’s session signs nobody in, and nobody out', RELEASE, async () => {
  const [fan, stranger] = [await newFan(), await newFan()]
  const { access_token, refresh_token } = stranger.session
  const planted = new URLSearchParams({
    access_token,
    refresh_token,
    expires_in: '3600',
    token_type: 'bearer',
  })
  const visitor = await visit()
  const { page } = visitor
  const signedIn = () =>
    page.evaluate(() =>
      Object.entries(localStorage)
        .filter(([key]) => key.endsWith('-auth-token'))
        .map(([, kept]) => (JSON.parse(kept as string) as { user: { id: string } }).user.id),
    )
  for (const mine of [[], [fan.uid]]) {
    if (mine.length) await enter(page, fan, '/dashboard')
    await page.goto(`/shelf#${planted}`)
    await page.getByText('Token inválido ou expirado').waitFor()
    expect(await signedIn()).toEqual(mine)
    expect(page.url()).not.toContain('access_token')
  }
  await page.goto(`/shelf?${planted}`)
  await page.getByText('Token inválido ou expirado').waitFor()
  expect(await signedIn()).toEqual([fan.uid])
})
