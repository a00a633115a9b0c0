/** What people are told when things break: a screen, a request, a session. */
import type { Page } from '@playwright/test'
import { closeDialog, expectAccessible } from './accessibility.ts'
import { newProject } from './auctions.ts'
import { expectToast } from './bidding.ts'
import { DESKTOP, expect, followMail, RELEASE, test, visit, withDatabase } from './fixtures.ts'
import { adminToken, balanceOf, call, enter, type Fan, newFan } from './people.ts'

/** The browser logs the requests that a test breaks on purpose. */
const BROKEN = /status of 5\d\d|ERR_FAILED/

test('a screen whose code does not load shows an error, and reloads', RELEASE, async () => {
  const { page } = await visit({ allowed: /register-screen|ERR_FAILED/ })
  const code = '**/assets/register-screen-*.js'
  await page.route(code, (route) => route.abort())
  await page.goto('/')
  await page.getByRole('link', { name: 'Crie sua conta' }).click()
  await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor()
  await page.getByRole('alert').getByText('register-screen', { exact: false }).waitFor()
  await expectAccessible(page, 'broken screen')
  await page.unroute(code)
  await page.getByRole('button', { name: 'Recarregar a página' }).click()
  await page.getByRole('heading', { name: '_criar conta' }).waitFor()
})

test(
  'a line lost while the code behind a screen loads breaks nothing, and it is asked for again',
  RELEASE,
  async () => {
    const fan = await newFan({ centavos: 5000 })
    const visitor = await visit({ viewport: DESKTOP, allowed: BROKEN })
    const { page } = visitor
    // The clients of sign-in and realtime, which a screen that is shown does not wait for.
    const lost = new Set<string>()
    await page.route('**/assets/module-*.js', async (route) => {
      const url = route.request().url()
      if (lost.has(url)) return route.continue()
      lost.add(url)
      await route.abort()
    })
    const live = page.waitForEvent('websocket')
    await enter(page, fan, '/statement')
    await live
    expect(lost.size).toBe(2)
    await page.getByRole('heading', { name: '_extrato' }).waitFor()
    await page.getByRole('button', { name: 'Sair', exact: true }).click()
    await page.waitForURL((url) => url.pathname === '/')
    await visitor.end()
  },
)

test(
  'a new password that the server refuses, or whose session the browser cannot store',
  RELEASE,
  async () => {
    const fan = await newFan()
    const visitor = await visit({ allowed: BROKEN })
    const { page } = visitor
    await page.goto('/forgot-password')
    await page.getByLabel('E-mail').fill(fan.email)
    await page.getByRole('button', { name: 'Enviar' }).click()
    await followMail(page, fan.email, /Crie uma nova senha/)
    await page.getByLabel('Nova senha', { exact: true }).fill('Cometa-Azul#2027')
    await page.getByLabel('Confirme a nova senha').fill('Cometa-Azul#2027')
    const submit = page.getByRole('button', { name: 'Redefinir Senha' })
    await page.route('**/auth/v1/user', (route) => route.fulfill({ status: 500, json: {} }))
    await submit.click()
    await page.getByRole('alert').getByText('Erro ao redefinir a senha, tente novamente.').waitFor()
    await page.unroute('**/auth/v1/user')
    await page.evaluate(
      `Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }`,
    )
    await submit.click()
    await page.getByRole('alert').getByText('Erro ao resetar senha.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/reset-password')
    await visitor.end()
  },
)

test('sending offline fails at once, and is not repeated once online', async () => {
  const fan = await newFan({ centavos: 5000 })
  const { uid } = await newProject({ supply: 2, price: 2000 })
  const visitor = await visit({ allowed: /ERR_INTERNET_DISCONNECTED/ })
  const { page, context } = visitor
  await enter(page, fan, `/payment/${uid}`)
  // The modals' code loads after the first view, and no service worker has cached it here.
  await page.getByRole('button', { name: 'Como começar?' }).click()
  await page.getByRole('dialog').waitFor()
  await closeDialog(page)
  const send = page.getByRole('button', { name: 'ENVIAR pagamento' })
  await send.waitFor()
  await context.setOffline(true)
  await send.click()
  const told = page.getByRole('dialog', { name: '_pagamento' })
  await told.getByText('Não conseguimos falar com o servidor.', { exact: false }).waitFor()
  await page.keyboard.press('Escape')
  let sent = 0
  page.on('request', (request) => {
    if (request.url().includes('/buy-token-balance')) sent++
  })
  await context.setOffline(false)
  await page.getByText('Sem internet.', { exact: false }).waitFor({ state: 'detached' })
  expect(sent).toBe(0)
  await send.click()
  await page
    .getByRole('heading', { name: /^(Pagamento bem-sucedido|\$TUNE disponível)$/ })
    .first()
    .waitFor()
  expect((await balanceOf(fan)).balance).toBe(3000)
})

test(
  'a dashboard that does not know the fan’s bids and $TUNEs says so, and asks again',
  RELEASE,
  async () => {
    const { page } = await visit({ allowed: BROKEN })
    const theirs = /user-bids|user-projects/
    await page.route(theirs, (route) => route.fulfill({ status: 500, json: {} }))
    await enter(page, await newFan(), '/dashboard')
    await page.getByText('Não conseguimos carregar os seus lances.').waitFor()
    await page.getByText('Não conseguimos carregar os $TUNEs da sua estante.').waitFor()
    await expectAccessible(page, 'a dashboard without what is the fan’s')
    const again = page.getByRole('button', { name: 'Tentar novamente' })
    await page.unroute(theirs)
    // The screen asks again by itself, too, once it is connected: the button may be gone before it is pressed.
    const press = () => again.first().click({ timeout: 1000 })
    await expect
      .poll(
        async () =>
          (await again.count()) === 0 ||
          press().then(
            () => false,
            () => false,
          ),
      )
      .toBe(true)
  },
)

test('the sample fails at once offline, and plays once online', RELEASE, async () => {
  const fan = await newFan()
  const visitor = await visit({ allowed: /ERR_INTERNET_DISCONNECTED/ })
  const { page, context } = visitor
  // The screen's code loads after the first view, and no service worker has cached it here.
  const live = page.waitForEvent('websocket')
  await enter(page, fan, '/dashboard')
  await live
  const watch = page.getByRole('button', { name: 'Assistir agora' })
  await context.setOffline(true)
  await watch.click()
  await expectToast(page, 'Não conseguimos carregar a amostra gratuita.')
  await context.setOffline(false)
  await watch.click()
  await page.getByRole('dialog').locator('iframe').waitFor()
})

test('somebody whose account is deactivated meanwhile is sent to the sign-in screen', RELEASE, async () => {
  const fan = await newFan()
  const visitor = await visit({ allowed: /status of 4\d\d/ })
  const { page } = visitor
  await enter(page, fan, '/dashboard?search=maré')
  const project = page.getByRole('link', { name: /^Comprar Maré Cheia/ })
  await project.waitFor()
  await withDatabase((sql) => sql`update users set is_active = false where uid = ${fan.uid}`)
  // The screen may have sent requests of its own before the press.
  const left = page.waitForURL((url) => url.pathname === '/')
  await Promise.any([left, project.click()])
  await left
  await page.getByText('Sua conta está inativa. Entre em contato com o suporte.').waitFor()
})

for (const [when, kept] of [
  ['while the token is valid', (fan: Fan) => fan],
  ['once the token has expired', (fan: Fan) => oldSession(fan)],
] as const)
  test(
    `an account that was deactivated meanwhile is told so at the next load, ${when}`,
    RELEASE,
    async () => {
      const fan = await newFan()
      const visitor = await visit({ allowed: /status of 40[0136]/ })
      const { page } = visitor
      await enter(page, fan, '/shelf')
      await page.getByText('Nenhum $TUNE disponível.').waitFor()
      await page.goto('about:blank')
      await call(`/api/v1/admin/users/${fan.uid}/deactivate`, {
        token: await adminToken(),
        body: { reason: 'Pedido' },
      })
      await enter(page, kept(fan), '/shelf')
      await page.getByText('Sua conta está inativa. Entre em contato com o suporte.').waitFor()
      expect(new URL(page.url()).pathname).toBe('/')
      expect(await page.getByText('Sua sessão terminou. Entre novamente.').count()).toBe(0)
    },
  )

/** The fan's session, an hour after its access token expired. */
function oldSession(fan: Fan, changes: { refresh_token?: string } = {}) {
  return { session: { ...fan.session, expires_at: Math.floor(Date.now() / 1000) - 3600, ...changes } }
}

test('returning after the session has ended, a fan is told so at sign-in', RELEASE, async () => {
  const fan = await newFan()
  const visitor = await visit({ allowed: /status of 400|Refresh Token/ })
  await enter(visitor.page, oldSession(fan, { refresh_token: 'ended0000000' }), '/shelf')
  await visitor.page.waitForURL((url) => url.pathname === '/')
  const told = visitor.page.getByText('Sua sessão terminou. Entre novamente.')
  await told.waitFor()
  // It stays for whoever was away, until somebody signs in.
  await visitor.page.getByLabel('E-mail').fill(fan.email)
  await visitor.page.getByLabel('Senha', { exact: true }).fill(fan.password)
  await told.waitFor()
  await visitor.page.getByRole('button', { name: 'Entrar' }).click()
  await visitor.page.waitForURL('**/shelf')
  await told.waitFor({ state: 'detached' })
})

test('a session that cannot be renewed while the server is away is kept, and renewed on retry', async () => {
  const fan = await newFan()
  const visitor = await visit({ allowed: /status of 503|AuthRetryableFetchError/ })
  const { page } = visitor
  let asked = 0
  await page.route('**/auth/v1/token?*', (route) => {
    asked++
    return route.fulfill({ status: 503, json: {} })
  })
  await page.clock.install()
  await enter(page, oldSession(fan), '/shelf')
  await expect.poll(() => asked).toBeGreaterThan(0)
  // The client itself retries for half a minute.
  await page.clock.fastForward(31_000)
  await page.getByRole('heading', { name: 'Não conseguimos abrir sua conta' }).waitFor()
  await page.unroute('**/auth/v1/token?*')
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await page.getByRole('heading', { name: 'Minha estante' }).waitFor()
})

test('realtime’s code fails to load and is retried; the screen stays', RELEASE, async () => {
  const fan = await newFan()
  const visitor = await visit({ allowed: /ERR_FAILED/ })
  const { page, context } = visitor
  const lost: string[] = []
  await page.route(/\/assets\/(live|module)-[^/]*\.js$/, async (route) => {
    const [address, answer] = [route.request().url(), await route.fetch()]
    const isOfTheLine = address.includes('/live-') || (await answer.text()).includes('phx_join')
    if (!isOfTheLine || lost.includes(address)) return route.fulfill({ response: answer })
    lost.push(address)
    return route.abort()
  })
  const line = page.waitForEvent('websocket')
  // On a slow connection the service worker, which fetches the same files, is installed later.
  await context.route('**/sw.js', (route) => line.then(() => route.continue()))
  await enter(page, fan, '/dashboard?search=maré')
  await line
  expect(lost).toHaveLength(2)
  await page.getByRole('link', { name: /^Comprar Maré Cheia/ }).waitFor()
})

test('a request whose answer was lost is sent again, and counts once', async () => {
  const fan = await newFan()
  const visitor = await visit({ allowed: /ERR_FAILED/ })
  const { page } = visitor
  let losing = true
  await page.route(/\/rest\/v1\/(support_requests|register_projects)/, async (route) => {
    // The request arrives; its answer is lost.
    const answer = await route.fetch()
    return losing ? route.abort() : route.fulfill({ response: answer })
  })
  const rows = (table: string) =>
    withDatabase(async (sql) => (await sql`select from ${sql(table)} where user_id = ${fan.uid}`).length)

  await enter(page, fan, '/support')
  await page.getByLabel('Assunto').selectOption('Saldo')
  await page.getByLabel('Mensagem').fill('Meu saldo não mudou.')
  await page.getByRole('button', { name: 'Enviar' }).click()
  await page.getByText('Erro ao salvar dados:', { exact: false }).waitFor()
  losing = false
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expectToast(page, 'Solicitação enviada com sucesso! Vamos responder você em breve.')
  expect(await rows('support_requests')).toBe(1)

  losing = true
  await page.goto('/register-project')
  await page.getByLabel('Sobre o seu projeto').fill('Um disco de choro.')
  await page.getByRole('button', { name: 'Enviar' }).click()
  await page.getByText('Erro ao salvar dados:', { exact: false }).waitFor()
  losing = false
  await page.getByRole('button', { name: 'Enviar' }).click()
  await page.getByText('Cadastro realizado com sucesso! Vamos responder você em breve.').waitFor()
  expect(await rows('register_projects')).toBe(1)
})

/** Everything the browser has stored of a session. */
const remembered = (page: Page) =>
  page.evaluate<string[]>(`Object.keys(localStorage).filter((key) => key.startsWith('sb-'))`)

test(
  'signing out works without server or session; what cannot be read can be retried and is never invented',
  RELEASE,
  async () => {
    const fan = await newFan({ centavos: 5000 })
    const visitor = await visit({ allowed: BROKEN })
    const { page } = visitor
    await page.route('**/api/v1/redeem-balance', (route) => route.abort())
    await enter(page, fan, '/redeem-balance')
    await page.getByRole('radio', { name: 'E-mail', exact: true }).click()
    await page.getByLabel('Chave PIX').fill('duda@exemplo.com.br')
    await page.getByLabel('Valor', { exact: true }).pressSequentially('1000')
    await page.getByRole('button', { name: 'Solicitar resgate' }).click()
    await page.getByRole('button', { name: 'Confirmar resgate' }).click()
    const failure = page.getByText('Erro ao salvar dados: Não conseguimos falar com o servidor.')
    await failure.waitFor()
    expect(await page.getByLabel('Chave PIX').inputValue()).toBe('duda@exemplo.com.br')
    // The toast covers the menu, and stays while the pointer rests on it.
    await failure.waitFor({ state: 'detached' })

    const leave = async () => {
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Sair' }).click()
      await page.waitForURL((url) => url.pathname === '/')
      expect(await remembered(page)).toEqual([])
    }
    await page.route('**/auth/v1/logout*', (route) => route.fulfill({ status: 500, json: {} }))
    await leave()

    await page.route('**/rest/v1/users?*', async (route) => {
      await page.getByText('Carregando...').first().waitFor()
      await route.fulfill({ status: 500, json: {} })
    })
    await enter(page, fan, '/support')
    await page.getByRole('heading', { name: 'Não conseguimos abrir sua conta' }).waitFor({ timeout: 60_000 })
    await expectAccessible(page, 'an account that cannot be opened')
    await page.unroute('**/rest/v1/users?*')
    await page.getByRole('button', { name: 'Tentar novamente' }).click()
    await page.getByRole('heading', { name: '_suporte' }).waitFor()
    await page.route('**/api/v1/balance', (route) => route.fulfill({ status: 500, json: {} }))
    await page.reload()
    await page.getByRole('button', { name: 'Mostrar saldos' }).click()
    await page.locator('header').getByText('Indisponível').first().waitFor({ timeout: 60_000 })
    expect(await page.locator('header').first().innerText()).not.toMatch(/R\$\s?\d/)
    await page.evaluate(`localStorage.clear()`)
    await leave()
    await page.goto('/shelf')
    await page.waitForURL((url) => url.pathname === '/')
    await visitor.end()
  },
)
