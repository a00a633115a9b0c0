/** Recovering a forgotten password. */
import { expectAccessible } from './accessibility.ts'
import { expectToast } from './bidding.ts'
import { expect, followMail, RELEASE, shot, test, visit, withDatabase } from './fixtures.ts'
import { newFan } from './people.ts'

const NEW_PASSWORD = 'Cometa-Azul#2027'

test('forgot, mail, new password, sign in', async () => {
  const fan = await newFan()
  // The browser logs the second mail (429) and the refused sign-in (400) as failed resources.
  const visitor = await visit({ allowed: /status of 4(00|29)/ })
  const { page } = visitor
  await page.goto('/')
  await page.getByRole('link', { name: 'Esqueceu sua senha?' }).click()

  const email = page.getByLabel('E-mail')
  const send = page.getByRole('button', { name: 'Enviar' })
  await send.click()
  await page.getByText('Campo obrigatório').waitFor()
  await email.fill('sem-arroba')
  await page.getByText('Insira um endereço de e-mail válido').waitFor()
  await email.fill(`ninguem-${Date.now()}@tune.test`)
  await send.click()
  await page.getByText('Email não localizado').waitFor()
  await email.fill(fan.email.toUpperCase())
  await send.click()
  await page
    .getByText('Email de recuperação de senha enviado com sucesso! Verifique sua caixa de entrada.')
    .waitFor()
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByRole('link', { name: 'Esqueceu sua senha?' }).click()
  // The address changes before the screen does, and both screens ask for an e-mail.
  await send.waitFor()
  await email.fill(fan.email)
  await send.click()
  await expectToast(page, 'Acabamos de enviar um e-mail. Espere um minuto e tente de novo.')

  await followMail(page, fan.email, /Crie uma nova senha/)
  await page.waitForURL((url) => url.pathname === '/reset-password')
  await page.getByRole('button', { name: 'Sair' }).waitFor()
  // After a reload too, the session is good for the new password alone.
  await page.goto('/dashboard')
  await page.waitForURL((url) => url.pathname === '/reset-password')
  const toggles = page.getByRole('button', { name: 'Mostrar senha' })
  await expect.poll(() => toggles.count()).toBe(2)
  const met = page.getByRole('list', { name: 'Sua senha precisa de' }).getByText('(cumprida)')
  await expect.poll(() => met.count()).toBe(0)
  await page.getByLabel('Nova senha', { exact: true }).fill(NEW_PASSWORD)
  await expect.poll(() => met.count()).toBe(4)
  await page.getByLabel('Confirme a nova senha').fill(`${NEW_PASSWORD}!`)
  await page.getByRole('button', { name: 'Redefinir Senha' }).click()
  await page.getByText('As senhas não coincidem').waitFor()
  await page.getByLabel('Confirme a nova senha').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Redefinir Senha' }).click()
  await expectToast(page, 'Senha atualizada com sucesso!')
  await page.waitForURL((url) => url.pathname === '/')

  await email.fill(fan.email)
  const password = page.getByLabel('Senha', { exact: true })
  await password.fill(fan.password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByText('Senha incorreta. Verifique suas credenciais.').waitFor()
  await password.fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.waitForURL('**/dashboard')
})

test(
  'too many guesses elsewhere: the refusal leads to the link, with the e-mail filled in',
  RELEASE,
  async () => {
    const fan = await newFan()
    await closeToPasswords(fan.email)
    const visitor = await visit({ allowed: /status of 4(00|29)/ })
    const { page } = visitor
    await page.goto('/')
    const enter = async (password: string) => {
      await page.getByLabel('E-mail').fill(fan.email)
      await page.getByLabel('Senha', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Entrar' }).click()
    }
    await enter(fan.password)
    await page.getByText('Houve tentativas demais nesta conta', { exact: false }).waitFor()
    await expectAccessible(page, 'too many guesses')
    await shot(page, 'too-many-phone')
    await page.getByRole('link', { name: 'Receber o link por e-mail' }).click()
    await page.getByRole('button', { name: 'Enviar' }).waitFor()
    expect(await page.getByLabel('E-mail').inputValue()).toBe(fan.email)
    await page.getByRole('button', { name: 'Enviar' }).click()
    await followMail(page, fan.email, /Crie uma nova senha/)
    await page.getByLabel('Nova senha', { exact: true }).fill(NEW_PASSWORD)
    await page.getByLabel('Confirme a nova senha').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Redefinir Senha' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    await page.getByRole('button', { name: 'Entrar' }).waitFor()
    // The account is still closed to new browsers, and this one is none any more.
    await enter(NEW_PASSWORD)
    await page.waitForURL('**/dashboard')
  },
)

/** As if strangers everywhere had used up what unknown browsers may try. */
const closeToPasswords = (email: string) =>
  withDatabase(
    (sql) => sql`
      insert into auth.rate_limits (key, used, resets_at)
      values (encode(sha256(${`password:${email}`}::bytea), 'hex'), 1, now() + interval '1 hour')
      on conflict (key) do update set resets_at = excluded.resets_at`,
  )

test('password recovery can be abandoned', RELEASE, async () => {
  const fan = await newFan()
  const visitor = await visit()
  const { page } = visitor
  await page.goto('/forgot-password')
  await page.getByLabel('E-mail').fill(fan.email)
  await page.getByRole('button', { name: 'Enviar' }).click()
  await followMail(page, fan.email, /Crie uma nova senha/)
  await page.getByRole('button', { name: 'Sair' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByRole('button', { name: 'Entrar' }).waitFor()
})
