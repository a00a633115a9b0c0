/**
 * Every link into the product: in a browser whose service worker controls it,
 * in a fresh one, and a second time. Mail scanners have opened each mailed link before its reader does.
 */
import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createApiKey } from '#server/platform/http/api-keys.ts'
import { expectAccessible } from './accessibility.ts'
import {
  DESKTOP,
  expect,
  linkIn,
  MAIL_BUTTON,
  mailTo,
  PASSWORD,
  RELEASE,
  shot,
  test,
  untilControlled,
  type Visit,
  visit,
  withDatabase,
  world,
} from './fixtures.ts'
import { adminToken, call, enter, newFan, newNickname, projectNamed } from './people.ts'

test.use({ whole: true })

/** Dead links are answered 403, the first request for a missing profile 406. */
const REFUSED = /status of 40(3|6)/

/** A browser that has used the product before. */
async function knownBrowser(): Promise<Visit> {
  const visitor = await visit({ allowed: REFUSED })
  await visitor.page.goto('/')
  await untilControlled(visitor.page)
  return visitor
}

const freshBrowser = () => visit({ viewport: DESKTOP, allowed: REFUSED })

/** A mail's link, after a scanner and a link preview have followed it to the end. */
async function scannedLink(address: string, subject: RegExp): Promise<string> {
  const link = linkIn(await mailTo(address, subject))
  for (const method of ['HEAD', 'GET', 'GET']) expect((await fetch(link, { method })).status).toBe(200)
  return link
}

const press = (page: Page) => page.getByRole('button', { name: MAIL_BUTTON }).click()

/** Opens the link again in both browsers: the page says that it has been used, and what to do. */
async function expectUsed(link: string, wayOn: string, visits: Visit[]): Promise<void> {
  for (const { page } of visits) {
    await page.goto('/')
    await page.goto(link)
    await press(page)
    await page.getByText('Token inválido ou expirado').waitFor()
    await page.getByText(/Cada (link|convite) funciona uma vez/).waitFor()
    await page.getByRole('link', { name: wayOn }).waitFor()
  }
}

/** Signs somebody up in this browser, by the form; resolves with their address. */
async function register({ page }: Visit): Promise<string> {
  const nickname = newNickname()
  const email = `${nickname}@tune.test`
  await page.goto('/register')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Telefone').pressSequentially('11987654321')
  await page.getByLabel('Nome de usuário').fill(nickname)
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirme a senha').fill(PASSWORD)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Criar conta' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  return email
}

const sessionsOf = (email: string) =>
  withDatabase(
    (sql) => sql`
    select from auth.sessions where user_id = (select id from auth.users where email = ${email})`,
  )

test('a confirmation link opens the account in the browser that signed up, once', async () => {
  const [known, fresh] = [await knownBrowser(), await freshBrowser()]
  const { page } = known
  const link = await scannedLink(await register(known), /Confirme seu e-mail/)
  await page.goto(link)
  await page.getByRole('heading', { name: '_confirmar e-mail' }).waitFor()
  await expectAccessible(page, 'a mailed link')
  await shot(page, 'mailed-link-known')
  await press(page)
  await page.waitForURL('**/complete-profile')
  expect(new URL(page.url()).hash).toBe('')
  await expectUsed(link, 'Ir para a entrada', [fresh])
  await expectUsed(link, 'Ir para Quero ouvir', [known])
  await shot(page, 'mailed-link-used-known')
  // Opening a dead link signs nobody out.
  await page.goto('/')
  await page.waitForURL('**/complete-profile')
})

const signIn = async ({ page: on }: Visit, email: string, password: string) => {
  await on.goto('/')
  await on.getByLabel('E-mail').fill(email)
  await on.getByLabel('Senha', { exact: true }).fill(password)
  await on.getByRole('button', { name: 'Entrar', exact: true }).click()
}

test('in another browser it asks for the password just chosen and keeps everything; the first one moves on', async () => {
  const [first, other] = [await visit({ allowed: REFUSED }), await freshBrowser()]
  const { page } = other
  const link = await scannedLink(await register(first), /Confirme seu e-mail/)
  await page.goto(link)
  await press(page)
  const password = page.getByLabel('Senha', { exact: true })
  await password.fill('Cometa-Azul#2027')
  await press(page)
  await page.getByText('Não é a senha deste cadastro.', { exact: false }).waitFor()
  await expectAccessible(page, 'the password of a sign-up')
  await password.fill(PASSWORD)
  await press(page)
  for (const where of [page, first.page]) {
    await where.waitForURL('**/complete-profile')
    await expect(where.getByLabel('Nome de usuário')).toHaveValue(/^fa[a-j]+/)
    await expect(where.getByLabel('Telefone')).toHaveValue('+55 (11) 9 8765-4321')
  }
})

test(
  'who does not know it keeps neither the password nor the profile of the sign-up, and both browsers say why',
  RELEASE,
  async () => {
    const [stranger, owner] = [await visit({ allowed: /status of 40[036]/ }), await freshBrowser()]
    const { page } = owner
    const email = await register(stranger)
    const link = await scannedLink(email, /Confirme seu e-mail/)
    await page.goto(link)
    await press(page)
    await shot(page, 'mailed-link-other-browser')
    await page.getByRole('button', { name: 'Não sei a senha: escolher outra' }).click()
    const reason = page.getByText('escolha a sua senha de novo', { exact: false })
    await reason.waitFor()
    await page.waitForURL('**/reset-password')
    // The reason stays on the screen, also when it is loaded again, or come back to from elsewhere.
    await page.reload()
    await reason.waitFor()
    await page.goto('/')
    await page.waitForURL('**/reset-password')
    await reason.waitFor()
    expect(await sessionsOf(email)).toHaveLength(1)
    await page.getByLabel('Nova senha', { exact: true }).fill('Cometa-Azul#2027')
    await page.getByLabel('Confirme a nova senha').fill('Cometa-Azul#2027')
    await page.getByRole('button', { name: 'Redefinir Senha' }).click()
    await page.getByText('Senha atualizada com sucesso!').waitFor()

    await stranger.page.getByText('Este e-mail foi confirmado em outro navegador', { exact: false }).waitFor()
    await shot(stranger.page, 'mailed-link-first-browser')
    await signIn(stranger, email, PASSWORD)
    await stranger.page.getByText('Senha incorreta: este e-mail foi confirmado', { exact: false }).waitFor()
    await signIn(owner, email, 'Cometa-Azul#2027')
    await page.waitForURL('**/complete-profile')
    expect(await page.getByLabel('Nome de usuário').inputValue()).toBe('')
  },
)

for (const kind of ['known', 'fresh'])
  test(`a forgotten password is reset in a ${kind} browser, once`, async () => {
    const fan = await newFan()
    const [known, fresh] = [await knownBrowser(), await freshBrowser()]
    const { page } = kind === 'known' ? known : fresh
    await page.goto('/forgot-password')
    await page.getByLabel('E-mail').fill(fan.email)
    await page.getByRole('button', { name: 'Enviar' }).click()
    const link = await scannedLink(fan.email, /Crie uma nova senha/)
    await page.goto(link)
    await press(page)
    await page.getByLabel('Nova senha', { exact: true }).fill('Cometa-Azul#2027')
    await page.getByLabel('Confirme a nova senha').fill('Cometa-Azul#2027')
    await page.getByRole('button', { name: 'Redefinir Senha' }).click()
    await page.getByText('Senha atualizada com sucesso!').waitFor()
    await expectUsed(link, 'Pedir um novo link', [known, fresh])
  })

test('two tabs press the same link: one signs in, the other says so and leads on', async () => {
  const fan = await newFan()
  const known = await knownBrowser()
  const { page, context } = known
  await page.goto('/forgot-password')
  await page.getByLabel('E-mail').fill(fan.email)
  await page.getByRole('button', { name: 'Enviar' }).click()
  const link = await scannedLink(fan.email, /Crie uma nova senha/)
  const other = await context.newPage()
  await page.goto(link)
  await other.goto(link)
  await press(page)
  await page.getByLabel('Nova senha', { exact: true }).waitFor()
  await other.getByText(`Neste aparelho está aberta a conta ${fan.email}.`, { exact: false }).waitFor()
  await press(other)
  await other.getByText('Token inválido ou expirado').waitFor()
  await other.getByRole('link', { name: 'Ir para Quero ouvir' }).click()
  await other.waitForURL('**/reset-password')
})

test('a link pressed offline works once the browser is online', RELEASE, async () => {
  const known = await visit({ allowed: /ERR_INTERNET_DISCONNECTED|Failed to fetch/ })
  const { page, context } = known
  await page.goto(await scannedLink(await register(known), /Confirme seu e-mail/))
  await page.getByRole('button', { name: MAIL_BUTTON }).waitFor()
  await untilControlled(page)
  await context.setOffline(true)
  await press(page)
  await page.getByText('Não conseguimos falar com o servidor.', { exact: false }).waitFor()
  await context.setOffline(false)
  await press(page)
  await page.waitForURL('**/complete-profile')
})

test('a change of e-mail is confirmed from both mailboxes, each link once', RELEASE, async () => {
  const fan = await newFan()
  const wanted = `novo${Date.now()}${randomInt(1000)}@tune.test`
  const [known, fresh] = [await knownBrowser(), await freshBrowser()]
  const { page } = known
  await enter(page, fan, '/shelf/security')
  await page.getByLabel('Novo e-mail').fill(wanted)
  await page.getByRole('button', { name: 'Trocar e-mail' }).click()
  await page.getByText(`A troca para ${wanted} vale quando os dois endereços tiverem confirmado.`).waitFor()
  const links = [
    await scannedLink(fan.email, /Confirme a troca do seu e-mail/),
    await scannedLink(wanted, /Confirme seu novo e-mail/),
  ] as const
  await page.goto(links[0])
  await press(page)
  await page.getByText('Confirmado. Agora abra o link que enviamos ao outro endereço.').waitFor()
  await fresh.page.goto(links[1])
  await press(fresh.page)
  const password = fresh.page.getByLabel('Senha', { exact: true })
  await password.fill('Outra-senha#2026')
  await press(fresh.page)
  await fresh.page.getByText('Não é a senha desta conta. Tente de novo.').waitFor()
  await password.fill(PASSWORD)
  await press(fresh.page)
  await fresh.page.waitForURL('**/shelf/security')
  await expect.poll(() => fresh.page.getByLabel('E-mail atual').inputValue()).toBe(wanted)
  for (const link of links) await expectUsed(link, 'Ir para Quero ouvir', [known, fresh])
})

/** The service key, as an operator's own program would hold it. */
async function serviceKey(): Promise<string> {
  const secrets = JSON.parse(await readFile(join(world.dataDir, 'secrets.json'), 'utf8'))
  return createApiKey('service_role', secrets.JWT_SECRET)
}

test('an invitation opens an account that its reader then completes', RELEASE, async () => {
  const email = `convite${Date.now()}${randomInt(1000)}@tune.test`
  await call('/auth/v1/invite', { token: await serviceKey(), body: { email, data: { language: 'pt' } } })
  const [known, fresh] = [await knownBrowser(), await freshBrowser()]
  const link = await scannedLink(email, /convid|convite/i)
  await known.page.goto(link)
  await press(known.page)
  await known.page.waitForURL('**/complete-profile')
  await expectUsed(link, 'Ir para a entrada', [fresh])
})

test(
  'a link of the auth door itself, which brings a session, is not taken; its token is, on our page',
  RELEASE,
  async () => {
    const fan = await newFan()
    const known = await knownBrowser()
    const { page } = known
    const body = { type: 'magiclink', email: fan.email, redirect_to: world.url }
    const linkOf = async () =>
      call<{ action_link: string; hashed_token: string }>('/auth/v1/admin/generate_link', {
        token: await serviceKey(),
        body,
      })
    await page.goto((await linkOf()).action_link)
    await page.getByText('Token inválido ou expirado').waitFor()
    await page.getByRole('button', { name: 'Entrar', exact: true }).waitFor()
    const { hashed_token } = await linkOf()
    await page.goto(`/link#${new URLSearchParams({ token_hash: hashed_token, type: 'magiclink' })}`)
    await page.getByText('Falta só um toque para entrar na sua conta.').waitFor()
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await page.waitForURL('**/dashboard')
    await known.end()
  },
)

test('the redirect from Google works with a service worker, repeatedly', RELEASE, async () => {
  const email = `volta${Date.now()}${randomInt(1000)}@tune.test`
  const known = await knownBrowser()
  const { page } = known
  for (const _ of [1, 2]) {
    await page.goto('/')
    await page.getByRole('button', { name: 'Continuar com Google' }).click()
    await page.getByRole('heading', { name: /^Sign in with/ }).waitFor()
    await page.getByLabel('E-mail', { exact: true }).fill(email)
    await page.getByLabel('E-mail is verified').setChecked(true)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/complete-profile')
    const sessions = await withDatabase(
      (sql) => sql`
        select from auth.sessions join auth.users on users.id = user_id where users.email = ${email}`,
    )
    expect(sessions).toHaveLength(1)
    await page.getByRole('button', { name: 'Sair' }).click()
    await page.getByRole('button', { name: 'Entrar', exact: true }).waitFor()
  }
})

test('a shared project opens in both browsers, twice, and leads back after signing in', RELEASE, async () => {
  const fan = await newFan()
  const { uid } = await projectNamed(fan, 'Maré Cheia')
  for (const visitor of [await knownBrowser(), await freshBrowser()]) {
    const { page } = visitor
    for (const _ of [1, 2]) {
      await page.goto(`/p/${uid}`)
      await page.getByRole('heading', { name: 'Maré Cheia', level: 1 }).waitFor()
    }
    await page.getByRole('link', { name: 'Quero ouvir' }).first().click()
    await page.getByLabel('E-mail').fill(fan.email)
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await page.waitForURL(`**/project/${uid}`)
    await visitor.end()
  }
})

test('an artist’s link opens in both browsers, twice', RELEASE, async () => {
  const token = await adminToken()
  const [artist] = await withDatabase(
    (sql) => sql<{ uid: string; name: string }[]>`select uid, name from private.artists order by id limit 1`,
  )
  const made = await call<{ data: { token: string } }>(`/api/v1/admin/artists/${artist?.uid}/links`, {
    token,
    body: { days: 30 },
  })
  for (const visitor of [await knownBrowser(), await freshBrowser()]) {
    for (const _ of [1, 2]) {
      await visitor.page.goto(`/artist/${made.data.token}`)
      await visitor.page.getByRole('heading', { name: artist?.name ?? '', level: 1 }).waitFor()
    }
    await visitor.end()
  }
})
