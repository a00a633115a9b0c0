/** Signing in with an account from elsewhere. */
import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { TERMS_VERSION } from '#domain/terms.ts'
import { expectAccessible } from './accessibility.ts'
import {
  DESKTOP,
  expect,
  mailTo,
  proveByPassword,
  RELEASE,
  shot,
  test,
  visit,
  withDatabase,
  world,
} from './fixtures.ts'
import { enter, newCpf, newFan } from './people.ts'

test.use({ whole: true })

const newAddress = () => `fora${Date.now()}${randomInt(1000)}@tune.test`

/** Presses the provider's button on the sign-in screen and fills in the provider's page. */
async function comeBy(page: Page, provider: 'Google' | 'Facebook', person: Person): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: `Continuar com ${provider}` }).click()
  await atProvider(page, person)
}

type Person = { email: string; name?: string; verified?: boolean }

async function atProvider(page: Page, { email, name = '', verified = true }: Person): Promise<void> {
  await page.getByRole('heading', { name: /^Sign in with/ }).waitFor()
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('E-mail is verified').setChecked(verified)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function script(outcome: string): Promise<void> {
  await fetch(`${world.emulators}/identity/_control/next`, {
    method: 'POST',
    body: JSON.stringify({ outcome }),
  })
}

/** The first request for a missing profile is answered 406. */
const FIRST_LOOK = /status of 406/

test('a first sign-in with Google makes the profile and asks for the rest; the second goes straight in', async () => {
  const taken = await newFan()
  const email = newAddress()
  const visitor = await visit({ allowed: FIRST_LOOK })
  const { page } = visitor
  await comeBy(page, 'Google', { email, name: 'Luz Distante' })
  await page.waitForURL('**/complete-profile')
  expect(await page.getByLabel('Nome', { exact: true }).inputValue()).toBe('Luz Distante')
  await expectAccessible(page, 'complete profile after Google')
  const [row] = await withDatabase(
    (sql) => sql`select provider, full_name, photo_url, nickname from users where email = ${email}`,
  )
  expect(row).toMatchObject({ provider: 'google', full_name: 'Luz Distante', nickname: null })
  expect(row?.photo_url).toContain('/identity/pictures/')

  const nickname = page.getByLabel('Nome de usuário')
  await nickname.fill(taken.nickname)
  await page.getByLabel('Telefone').pressSequentially('11987651234')
  await page.getByLabel('CPF').pressSequentially(newCpf())
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await page.getByText('Nome de usuário já existe.').waitFor()
  await nickname.fill(`luz${randomInt(1_000_000)}`)
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await page.waitForURL('**/dashboard')
  const consents = await withDatabase(
    (sql) => sql`
      select consents.document, consents.version from private.consents join users on uid = user_id where email = ${email} order by consents.document`,
  )
  expect(consents.map((row) => ({ ...row }))).toEqual([
    { document: 'privacy', version: TERMS_VERSION },
    { document: 'terms', version: TERMS_VERSION },
  ])
  await visitor.end()

  const again = await visit({ viewport: DESKTOP })
  await comeBy(again.page, 'Google', { email, name: 'Luz Distante' })
  await again.page.waitForURL((url) => url.pathname === '/dashboard' && url.search === '')
  await again.page.goto('/shelf')
  await again.page.getByRole('heading', { name: 'Luz Distante' }).waitFor()
})

test('Facebook works too, and a person without a name is named after their address', RELEASE, async () => {
  const email = newAddress()
  const visitor = await visit({ allowed: FIRST_LOOK })
  await comeBy(visitor.page, 'Facebook', { email })
  await visitor.page.waitForURL('**/complete-profile')
  expect(await visitor.page.getByLabel('Nome', { exact: true }).inputValue()).toBe(email.split('@')[0])
})

test('cancelling at the provider returns to sign-in', RELEASE, async () => {
  const visitor = await visit()
  const { page } = visitor
  await page.goto('/')
  await page.getByRole('button', { name: 'Continuar com Google' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Tudo bem. Entre quando quiser, do jeito que preferir.').waitFor()
  expect(page.url()).toBe(`${world.url}/`)
  await shot(page, 'social-cancelled')

  await script('error')
  await page.getByRole('button', { name: 'Continuar com Google' }).click()
  await page.getByText('Failed to sign in with Google').waitFor()
  await comeBy(page, 'Facebook', { email: newAddress(), verified: false })
  await page.getByText('Este e-mail ainda não foi verificado por lá.', { exact: false }).waitFor()
  expect(page.url()).toBe(`${world.url}/`)
})

for (const provider of ['Google', 'Facebook'])
  test(`a failure of ${provider} at the first press in a fresh browser names it`, RELEASE, async () => {
    const { page } = await visit()
    await page.goto('/')
    await script('error')
    await page.getByRole('button', { name: `Continuar com ${provider}` }).click()
    await page.getByText(`Failed to sign in with ${provider}`).waitFor()
  })

test('a deactivated account cannot sign in this way either', RELEASE, async () => {
  const fan = await newFan()
  await withDatabase((sql) => sql`update users set is_active = false where uid = ${fan.uid}`)
  const visitor = await visit()
  await comeBy(visitor.page, 'Google', { email: fan.email })
  await visitor.page.getByText('Sua conta está inativa. Entre em contato com o suporte.').waitFor()
})

test('somebody signed in connects and disconnects Google, and is told by mail', RELEASE, async () => {
  const fan = await newFan()
  // The browser logs that a proof is asked for.
  const visitor = await visit({ viewport: DESKTOP, allowed: /status of 400/ })
  const { page } = visitor
  await enter(page, fan, '/shelf/security')
  await page.getByRole('button', { name: 'Conectar Google' }).click()
  await proveByPassword(page)
  await atProvider(page, { email: newAddress() })
  await page.waitForURL('**/shelf/security**')
  await page.getByRole('button', { name: 'Desconectar Google' }).click()
  await mailTo(fan.email, /Nova forma de entrar/)
  await page.getByRole('dialog').getByRole('button', { name: 'Desconectar' }).click()
  await proveByPassword(page)
  await page.getByRole('button', { name: 'Conectar Google' }).waitFor()
  await mailTo(fan.email, /Uma forma de entrar foi removida/)
})
