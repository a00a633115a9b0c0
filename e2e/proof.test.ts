/** What a session that is left open must not do alone: the person is asked once more, and then it goes on. */
import type { Page } from '@playwright/test'
import { codeAt, stepAt } from '../server/doors/auth/totp.ts'
import { expectAccessible } from './accessibility.ts'
import { newProject } from './auctions.ts'
import { expectToast } from './bidding.ts'
import { DESKTOP, expect, PASSWORD, RELEASE, shot, test, visit, withDatabase } from './fixtures.ts'
import { isFocused } from './focus.ts'
import { balanceOf, call, enter, type Fan, newFan, newNickname, openProfile } from './people.ts'

/** Refusals that the browser logs as failed resources. */
const REFUSED = /status of (400|403)/

/** As if the person had signed in an hour ago. */
const growOld = (fan: Fan) =>
  withDatabase(
    (sql) => sql`
      update auth.mfa_amr_claims set updated_at = updated_at - interval '1 hour'
      where session_id in (select id from auth.sessions where user_id = ${fan.uid})`,
  )

/** As if the person had just given a proof: its secret. */
async function proofOf(fan: Fan): Promise<string> {
  const secret = crypto.randomUUID()
  await withDatabase(
    (sql) => sql`
      update auth.sessions
      set proof_hash = encode(sha256(${secret}::bytea), 'hex'), proved_at = now()
      where user_id = ${fan.uid}`,
  )
  return secret
}

async function askForMoney(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'CPF', exact: true }).click()
  await page.getByLabel(/^(Chave PIX|PIX key)$/).pressSequentially('52998224725')
  await page.getByLabel(/^(Valor|Amount)$/).pressSequentially('4000')
  await page.keyboard.press('Enter')
}

test('a withdrawal asks for the password in the dialog that shows it, and goes on with what was typed', async () => {
  const fan = await newFan({ centavos: 10_000 })
  const visitor = await visit({ allowed: REFUSED })
  const { page } = visitor
  await enter(page, fan, '/redeem-balance')
  await growOld(fan)
  await askForMoney(page)
  const dialog = page.getByRole('dialog', { name: '_confirmar resgate' })
  await dialog.getByText('R$ 40,00').waitFor()
  const password = dialog.getByLabel('Sua senha')
  await expect.poll(() => isFocused(password)).toBe(true)
  await expectAccessible(page, 'proof')
  await shot(page, 'proof-phone')

  // Somebody who would rather not finds the form as it was.
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await page.getByLabel('Chave PIX').inputValue()).toContain('529.982.247-25')
  expect(await balanceOf(fan)).toEqual({ balance: 10_000, totalBided: 0 })

  await page.getByRole('button', { name: 'Solicitar resgate' }).click()
  await password.fill('não é esta')
  await page.keyboard.press('Enter')
  await dialog.getByText('Senha incorreta.').waitFor()
  await password.fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText('Solicitação enviada com sucesso!', { exact: false }).waitFor()
  expect(await balanceOf(fan)).toEqual({ balance: 6000, totalBided: 0 })
})

test(
  'a gift from the balance asks for the password in place, and what was typed stays',
  RELEASE,
  async () => {
    const fan = await newFan({ centavos: 5000 })
    const { uid } = await newProject({ supply: 3, price: 2000 })
    const visitor = await visit({ allowed: REFUSED })
    const { page } = visitor
    await enter(page, fan, `/payment/${uid}`)
    await growOld(fan)
    await page.getByText('De presente').click()
    await page.getByText('Por link').click()
    await page.getByLabel('Seu recado (opcional)').fill('Para o seu domingo.')
    const send = page.getByRole('button', { name: 'ENVIAR pagamento' })
    await send.click()
    const dialog = page.getByRole('dialog', { name: '_confirme que é você' })
    await dialog.getByLabel('Sua senha').waitFor()
    await shot(page, 'proof-gift-phone')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Seu recado (opcional)').inputValue()).toBe('Para o seu domingo.')
    expect(await balanceOf(fan)).toEqual({ balance: 5000, totalBided: 0 })

    await send.click()
    await dialog.getByLabel('Sua senha').fill(PASSWORD)
    await page.keyboard.press('Enter')
    const moment = page.getByRole('main').getByRole('status')
    await moment.getByRole('heading', { name: 'Presente comprado' }).waitFor()
    expect(await balanceOf(fan)).toMatchObject({ balance: 3000 })
    // The link needs one too, and has it.
    await moment.getByRole('button', { name: 'Copiar link do presente' }).click()
    await page.getByLabel('Link do presente').waitFor()
  },
)

test('whoever goes back no longer withdraws, also when they come again', RELEASE, async () => {
  const fan = await newFan({ centavos: 10_000 })
  const visitor = await visit({ viewport: DESKTOP, allowed: REFUSED })
  const { page } = visitor
  await enter(page, fan, '/dashboard')
  await page
    .getByRole('link', { name: /[Rr]esgatar/ })
    .first()
    .click()
  await page.waitForURL('**/redeem-balance')
  await growOld(fan)
  await askForMoney(page)
  const dialog = page.getByRole('dialog', { name: '_confirmar resgate' })
  await dialog.getByLabel('Sua senha').fill(PASSWORD)
  await page.goBack()
  await page.waitForURL('**/dashboard')
  await dialog.waitFor({ state: 'detached' })
  await page.goForward()
  await page.waitForURL('**/redeem-balance')
  await page.getByRole('button', { name: 'Solicitar resgate' }).waitFor()
  expect(await dialog.count()).toBe(0)
  expect(await balanceOf(fan)).toEqual({ balance: 10_000, totalBided: 0 })
})

test('with a second factor its code is asked for, in English too', RELEASE, async () => {
  const fan = await newFan({ centavos: 10_000, language: 'en' })
  type Enrolled = { id: string; totp: { secret: string } }
  const token = fan.session.access_token
  const { id, totp } = await call<Enrolled>('/auth/v1/factors', {
    token,
    body: { factor_type: 'totp' },
    headers: { 'x-proof': await proofOf(fan) },
  })
  const { id: challenge_id } = await call<{ id: string }>(`/auth/v1/factors/${id}/challenge`, {
    token,
    body: {},
  })
  const code = (step: number) => codeAt(totp.secret, stepAt(new Date()) + step)
  fan.session = await call(`/auth/v1/factors/${id}/verify`, { token, body: { challenge_id, code: code(0) } })
  const visitor = await visit({ viewport: DESKTOP, locale: 'en-US', allowed: REFUSED })
  const { page } = visitor
  await enter(page, fan, '/redeem-balance')
  await growOld(fan)
  await askForMoney(page)
  const dialog = page.getByRole('dialog', { name: '_confirm withdrawal' })
  await dialog.getByLabel('The 6-digit code from your app').fill(code(1))
  await shot(page, 'proof-desktop')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => balanceOf(fan)).toEqual({ balance: 6000, totalBided: 0 })
})

test('ending the account asks over its own question, which stays', RELEASE, async () => {
  const fan = await newFan()
  const visitor = await visit()
  const { page } = visitor
  await enter(page, fan, '/shelf')
  await openProfile(page)
  await page.getByRole('button', { name: 'Desativar conta' }).click()
  const question = page.getByRole('dialog', { name: '_desativar conta' })
  await question.getByRole('button', { name: /^(Desativar|Sim)/ }).click()
  const proof = page.getByRole('dialog', { name: '_confirme que é você' })
  await proof.getByLabel('Sua senha').fill(PASSWORD)
  await page.keyboard.press('Escape')
  await proof.waitFor({ state: 'detached' })
  await question.waitFor()
  await question.getByRole('button', { name: /^(Desativar|Sim)/ }).click()
  await proof.getByLabel('Sua senha').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expectToast(page, 'Sua conta foi desativada com sucesso!')
})

test('a password that anybody would try is refused at its field, and the form stays', RELEASE, async () => {
  const { page } = await visit()
  let sent = 0
  page.on('request', (request) => {
    if (request.url().includes('/auth/v1/signup')) sent++
  })
  await page.goto('/register')
  const nickname = newNickname()
  await page.getByLabel('E-mail').fill(`${nickname}@tune.test`)
  await page.getByLabel('Telefone').pressSequentially('11987654321')
  await page.getByLabel('Nome de usuário').fill(nickname)
  await page.getByLabel('Senha', { exact: true }).fill('Flamengo1981')
  await page.getByText('Valem ! @ # $', { exact: false }).waitFor()
  await page.getByLabel('Senha', { exact: true }).fill('Flamengo#1981')
  await page.getByText('Muita gente usa esta senha', { exact: false }).waitFor()
  await page.getByLabel('Confirme a senha').fill('Flamengo#1981')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Criar conta' }).click()
  await page.getByText('Esta senha é fácil de adivinhar', { exact: false }).waitFor()
  await expectAccessible(page, 'common password')
  await shot(page, 'common-password-phone')
  expect(await page.getByLabel('Nome de usuário').inputValue()).toBe(nickname)
  expect(sent).toBe(0)
})
