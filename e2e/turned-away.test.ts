/** Payment pages that cannot be opened: each says why and redirects. */
import { close, newAuction, newProject } from './auctions.ts'
import { expectToast, toasts } from './bidding.ts'
import { DESKTOP, expect, RELEASE, silenceLive, test, visit, withDatabase } from './fixtures.ts'
import { buyWithBalance, enter, type Fan, newFan, projectNamed } from './people.ts'

let made: Promise<Fan> | null = null
/** One fan for all these tests, made in the first of them. */
function theFan(): Promise<Fan> {
  made ??= newFan({ centavos: 3500 })
  return made
}

/** Opens the address directly, as from a shared link. */
async function expectTurnedAway(path: string, sentence: string, to = '/dashboard'): Promise<void> {
  const visitor = await visit({ allowed: /status of 404/ })
  await enter(visitor.page, await theFan(), path)
  await visitor.page.getByText(sentence, { exact: true }).waitFor()
  await visitor.page.waitForURL(`**${to}`)
  await visitor.end()
}

test('without a project, or with an unknown one', RELEASE, async () => {
  const sentence = 'Não foi possível acessar esta página. Tente novamente.'
  await expectTurnedAway('/payment', sentence)
  await expectTurnedAway('/payment/6a3c2f0e-0000-4000-8000-000000000000', sentence)
})

test('a closed project', async () => {
  const project = await newProject({ supply: 1, price: 2000 })
  await close(project)
  await expectTurnedAway(`/payment/${project.uid}`, 'Projeto encerrado.')
})

test('a project whose last units are being paid for', async () => {
  const buyer = await theFan()
  const { uid } = await newProject({ supply: 2, price: 2000 })
  // The reservation uses the payment that funded the fan's own wallet.
  await withDatabase(
    (sql) => sql`
      update units
      set reserved_by = payments.id, reserved_until = now() + interval '10 minutes'
      from projects, payments
      where projects.id = units.project_id and projects.uid = ${uid} and payments.user_id = ${buyer.uid}`,
  )
  await expectTurnedAway(`/payment/${uid}`, 'Sua solicitação não pôde ser concluída.')
})

test('a project of which the fan already holds a $TUNE leads to it, from its page and its card', async () => {
  const { uid } = await projectNamed(await theFan(), 'Noite de Lata')
  await buyWithBalance(await theFan(), uid)
  await expectTurnedAway(
    `/payment/${uid}`,
    'Você já tem um $TUNE deste projeto: está na sua estante.',
    '/shelf',
  )
  const visitor = await visit()
  await enter(visitor.page, await theFan(), '/dashboard')
  await visitor.page.getByRole('searchbox').fill('Noite de Lata')
  await visitor.page.getByRole('link', { name: 'Abrir Noite de Lata', exact: false }).click()
  await visitor.page.waitForURL('**/shelf')
})

test('a link keeps its destination through signing in; an old one to the first lot leads to its auction', async () => {
  const fan = await newFan({ centavos: 3500 })
  const { uid } = await newAuction()
  const visitor = await visit({ viewport: DESKTOP, allowed: /status of 40(1|3)/ })
  const { page } = visitor
  const signIn = async () => {
    await page.waitForURL((url) => url.pathname === '/')
    await page.getByLabel('E-mail').fill(fan.email)
    await page.getByLabel('Senha', { exact: true }).fill(fan.password)
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  }
  await page.goto(`/payment/${uid}`)
  await signIn()
  await page.waitForURL(`**/auction/${uid}`)
  await expectToast(page, 'O primeiro lote já acabou: este $TUNE agora está em leilão.')
  // Who signs out leaves nothing behind for the next one, who may be in before the server has answered the first.
  let answer = () => {}
  const slow = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/auth/v1/logout*', (route) => slow.then(() => route.continue()))
  await page.getByRole('button', { name: 'Sair', exact: true }).click()
  await signIn()
  await page.waitForURL('**/dashboard')
  const leaving = page.waitForResponse('**/auth/v1/logout*')
  answer()
  await leaving
  await page.unroute('**/auth/v1/logout*')
  await page.getByRole('link', { name: 'Extrato', exact: true }).first().click()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Depósito/ })
    .first()
    .click()
  await page.waitForURL('**/statement/*')
  const receipt = page.url()
  await page.getByRole('link', { name: 'Suporte', exact: true }).first().click()
  await page.getByRole('textbox', { name: 'Mensagem' }).fill('Um segredo')
  const inTab = () => page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))
  await expect.poll(inTab).toContain('Um segredo')
  const other = await page.context().newPage()
  await other.goto('/support')
  const message = other.getByRole('textbox', { name: 'Mensagem' })
  await message.fill('Outro segredo')
  const inOther = () => other.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))
  await expect.poll(inOther).toContain('Outro segredo')
  await page.getByRole('button', { name: 'Sair', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
  expect(await inTab()).not.toMatch(new RegExp(`segredo|${fan.uid}`))
  await other.waitForURL((url) => url.pathname === '/')
  await other.getByText('Você saiu em outra aba.').waitFor()
  expect(await inOther()).not.toMatch(/segredo/)
  await other.close()
  await page.goto(receipt)
  await signIn()
  await page.waitForURL(receipt)
  await visitor.end()
})

const ENDED = 'Sua sessão terminou. Entre novamente.'

test(
  'signed out in another tab, whoever signs in again comes back to where this tab was',
  RELEASE,
  async () => {
    const fan = await newFan()
    const { uid } = await projectNamed(fan, 'Quintal Elétrico')
    const { page, context } = await visit({ viewport: DESKTOP, allowed: /status of 40[13]/ })
    await enter(page, fan, `/payment/${uid}`)
    await page.getByRole('heading', { name: 'Quintal Elétrico' }).waitFor()
    const other = await context.newPage()
    await other.goto('/dashboard')
    await other.getByRole('button', { name: 'Sair', exact: true }).click()
    await other.waitForURL((url) => url.pathname === '/')
    await page.waitForURL((url) => url.pathname === '/')
    const told = page.getByText('Você saiu em outra aba.')
    await told.waitFor()
    expect((await toasts(page)).join()).not.toContain(ENDED)
    await page.getByLabel('E-mail').fill(fan.email)
    await page.getByLabel('Senha', { exact: true }).fill(fan.password)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.waitForURL(`**/payment/${uid}`)
    await told.waitFor({ state: 'detached' })
  },
)

for (const [how, told] of [
  ['ended elsewhere', ENDED],
  ['deactivated elsewhere', /Sua conta está inativa/],
] as const)
  test(
    `whoever writes to the support in a session ${how} is led out, and no policy is named`,
    RELEASE,
    async () => {
      const fan = await newFan()
      const { page, end } = await visit({ viewport: DESKTOP, allowed: /status of 40[0139]/ })
      await silenceLive(page)
      await enter(page, fan, '/support')
      await page.getByLabel('Assunto').selectOption({ index: 1 })
      await page.getByLabel('Mensagem').fill('Cadê o meu $TUNE?')
      await withDatabase((sql) =>
        how === 'ended elsewhere'
          ? sql`delete from auth.sessions where user_id = ${fan.uid}`
          : sql`update users set is_active = false where uid = ${fan.uid}`,
      )
      // The screen may have asked for something of its own before the press.
      const left = page.waitForURL((url) => url.pathname === '/')
      await Promise.any([left, page.getByRole('button', { name: 'Enviar', exact: true }).click()])
      await left
      await page.getByText(told).first().waitFor()
      expect((await toasts(page)).join()).not.toMatch(/policy|JWT/)
      await end()
    },
  )

test('a page that cannot be loaded claims to have alerted support only once it has', RELEASE, async () => {
  const { uid } = await projectNamed(await theFan(), 'Quintal Elétrico')
  const visitor = await visit({ allowed: /status of 500/ })
  const { page } = visitor
  const broken = (url: URL) => url.pathname === `/api/v1/projects/${uid}`
  const alert = (url: URL) => url.pathname === '/api/v1/alert'
  await silenceLive(page)
  await page.route(broken, (route) => route.fulfill({ status: 500, json: {} }))
  await page.route(alert, (route) => route.fulfill({ status: 500, json: {} }))
  await enter(page, await theFan(), `/payment/${uid}`)
  const failure = page.getByRole('alert')
  await failure.getByText('Encontramos um erro ao carregar a página de pagamento.', { exact: true }).waitFor()
  expect(await failure.getByRole('link', { name: 'Falar com o suporte' }).getAttribute('href')).toMatch(
    /^mailto:/,
  )

  await page.unroute(alert)
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await failure.getByText('Um alerta foi enviado ao suporte.', { exact: false }).waitFor()

  await page.unroute(broken)
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await page.getByRole('heading', { name: 'Quintal Elétrico' }).waitFor()
})

test('a fan whose profile turns out to be incomplete is sent to complete it', RELEASE, async () => {
  const fan = await newFan({ centavos: 3500 })
  const { uid } = await projectNamed(fan, 'Quintal Elétrico')
  const visitor = await visit({ allowed: /status of 403/ })
  const { page } = visitor
  await enter(page, fan, `/payment/${uid}`)
  const pay = page.getByRole('button', { name: 'ENVIAR pagamento' })
  await pay.waitFor()
  await withDatabase((sql) => sql`update users set is_complete_profile = false where uid = ${fan.uid}`)
  await pay.click()
  await page.waitForURL('**/complete-profile')
  await page.getByLabel('CPF').waitFor()
  await expect.poll(() => page.getByText('Sua sessão terminou. Entre novamente.').count()).toBe(0)
})

test(
  'what was bought in another window is refused in this one, with the way to the shelf',
  RELEASE,
  async () => {
    const fan = await newFan({ centavos: 5000 })
    const { uid } = await newProject({ supply: 2, price: 2000 })
    const { page, end } = await visit({ allowed: /status of 409/ })
    await silenceLive(page)
    await enter(page, fan, `/payment/${uid}`)
    const buy = page.getByRole('button', { name: 'ENVIAR pagamento' })
    await buy.waitFor()
    await buyWithBalance(fan, uid)
    await buy.click()
    const said = page.getByRole('dialog')
    await said.getByText('Você já tem um $TUNE deste projeto.').waitFor()
    await said.getByRole('link', { name: 'Minha Estante' }).click()
    await page.waitForURL('**/shelf')
    await end()
  },
)
