/** The lists of the back office: what finds a row, what narrows a list, its keys, and the pages that rows lead to. */
import type { Page as ListPage } from '#server/product/api/call.ts'
import { expectFitting } from './accessibility.ts'
import { visitAsAdmin } from './admins.ts'
import { DESKTOP, expect, PHONE, RELEASE, test, visit, withDatabase } from './fixtures.ts'
import { adminToken, buyWithBalance, call, deposit, newAdmin, newFan } from './people.ts'

/** A project in its first lot that anybody may buy. */
async function projectOnSale(): Promise<{ uid: string; projectName: string }> {
  const path = '/api/v1/admin/projects?status=first_lot&limit=100'
  const { data } = await call<
    ListPage<{ uid: string; projectName: string; totalSupply: number; sales: number }>
  >(path, { token: await adminToken() })
  const found = data.find(({ totalSupply, sales }) => totalSupply - sales > 2)
  if (!found) throw new Error('no project is on sale')
  return found
}

test('filters stand in the address, are saved under a name, and go one by one', async () => {
  const fan = await newFan({ centavos: 5000 })
  await deposit(fan, 2500)
  const visitor = await visitAsAdmin(`/admin/activity?person=${fan.uid}`, DESKTOP)
  const { page } = visitor
  const rows = page.locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByRole('button', { name: 'Tirar o filtro De uma pessoa: Duda Plateia' }).waitFor()
  await page.getByRole('button', { name: 'Filtros (1)' }).click()
  await page.getByLabel('Valor mínimo').fill('abc')
  await page.getByText('Isto não é um valor, e não filtra nada.', { exact: false }).waitFor()
  await page.getByLabel('Valor mínimo').fill('30')
  await expect.poll(() => rows.count()).toBe(1)
  await page.getByLabel('Forma', { exact: true }).selectOption('card')
  await page.waitForURL(/person=.*least=3000.*method=card/)
  await expectFitting(page, 'filters')
  const name = `da ${fan.nickname}`
  await page.getByLabel('Salvar esta vista como').fill(name)
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await page.getByRole('link', { name }).waitFor()

  await page.getByRole('button', { name: 'Tirar o filtro Valor mínimo: R$ 30,00' }).click()
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByRole('button', { name: 'Limpar filtros' }).click()
  await page.waitForURL(/\/admin\/activity$/)
  const person = page.getByRole('combobox', { name: 'De uma pessoa' })
  const found = page.getByRole('option', { name: `Duda Plateia · ${fan.email}` })
  await person.fill(fan.email)
  await found.click()
  await page.waitForURL(new RegExp(`person=${fan.uid}`))
  // By keyboard alike; what is typed and not chosen does not stay as if it were.
  await page.getByRole('button', { name: 'Limpar filtros' }).click()
  await page.waitForURL(/\/admin\/activity$/)
  await person.fill(fan.email)
  await found.waitFor()
  await person.press('Escape')
  await expect(found).toHaveCount(0)
  await expect(person).toHaveValue('')
  await person.fill(fan.email)
  await found.waitFor()
  await person.press('Tab')
  await expect(person).toHaveValue('')
  await person.fill(fan.email)
  await found.waitFor()
  await person.press('ArrowDown')
  await person.press('Enter')
  await page.waitForURL(new RegExp(`person=${fan.uid}`))
  await expect(person).toHaveValue('')
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByRole('link', { name }).click()
  await page.waitForURL(/least=3000/)
  await expect.poll(() => rows.count()).toBe(1)
  // Another visit, and anybody the address is sent to, sees the same.
  await page.reload()
  await expect.poll(() => rows.count()).toBe(1)
  // Saved views stand in sight while the filters are closed.
  await page.getByRole('link', { name }).waitFor()
  const filters = page.getByRole('button', { name: /^Filtros/ })
  expect(await filters.getAttribute('aria-expanded')).toBe('false')
  // A date that is being corrected counts until it is another, or gone.
  await filters.click()
  const from = page.getByLabel('De', { exact: true })
  await from.fill('01/02/2026')
  await page.waitForURL(/from=2026-02-01/)
  await from.press('End')
  await from.press('Backspace')
  await page.getByRole('button', { name: 'Tirar o filtro De: 01/02/2026' }).waitFor()
  expect(page.url()).toContain('from=2026-02-01')
  await from.pressSequentially('5')
  await page.waitForURL(/from=2025-02-01/)
  await from.fill('')
  await page.waitForURL((url) => !url.search.includes('from='))
})

test('a filter that is nonsense is said in words, and goes with one press', RELEASE, async () => {
  const visitor = await visitAsAdmin('/admin/activity?from=2026-02-31&method=gold', PHONE, /status of 400/)
  const { page } = visitor
  await page.getByRole('alert').getByText('Este filtro não faz sentido').waitFor()
  await page.getByRole('button', { name: 'Tirar o filtro Forma: gold' }).waitFor()
  await expectFitting(page, 'a filter that is nonsense')
  await page.getByRole('button', { name: 'Limpar filtros' }).click()
  await page.locator('tbody tr').first().waitFor()
})

test(
  'fifteen rows fit on a screen of 900 pixels, and on a phone rows come before controls',
  RELEASE,
  async () => {
    const fan = await newFan({ centavos: 1000 })
    await withDatabase(
      (sql) => sql`
      with made as (
        insert into payments (user_id, flow, method, amount)
        select ${fan.uid}, 'balance', 'pix', 1000 from generate_series(1, 15) returning id
      )
      select count(*) from made`,
    )
    const visitor = await visitAsAdmin(`/admin/activity?person=${fan.uid}`, {
      width: 1440,
      height: 900,
    })
    const { page } = visitor
    const fifteenth = page.locator('tbody tr').nth(14)
    await fifteenth.waitFor()
    // The chip of the filter and the notice of the demonstration are not on everybody's screen.
    const extra = (await page.getByRole('button', { name: 'Limpar filtros' }).boundingBox())?.height ?? 0
    const notice = (await page.getByText('Ambiente de demonstração').boundingBox())?.height ?? 0
    const box = await fifteenth.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0) - extra - notice).toBeLessThan(900)
    await page.setViewportSize(PHONE)
    const first = await page.locator('tbody tr').first().boundingBox()
    expect(first?.y ?? 999).toBeLessThan(PHONE.height / 2)
    await expectFitting(page, 'a list on a phone')
    await visitor.end()
  },
)

test('a person is found by CPF, by keys alone, and the palette leads anywhere', async () => {
  const fan = await newFan({ centavos: 2000 })
  const path = `/api/v1/admin/users/${fan.uid}`
  const person = await call<{ data: { document: string } }>(path, { token: await adminToken() })
  await withDatabase(
    (sql) => sql`
      insert into private.refunds (payment_id, user_id, amount, destination, reason, despite_play)
      select id, user_id, amount, 'card', 'Pediu de volta.', false from payments where user_id = ${fan.uid}`,
  )
  const { wallet, unmatched } = await withDatabase(async (sql) => {
    const name = `E${crypto.randomUUID().replaceAll('-', '')}`.slice(0, 32)
    const [row] = await sql<{ wallet: string; unmatched: string }[]>`
      with event as (
        insert into private.webhook_events (id, provider, type, payload, outcome, processed_at)
        values (${`pix:${name}`}, 'pix', 'pix', '{}', 'refused: no payment', now()) returning id
      ), money as (
        insert into private.unmatched_money (event_id, provider, external_id, amount, arrived_at, status, ended_at)
        select id, 'pix', ${name}, 700, now(), 'booked', now() from event returning uid
      )
      select wallet, money.uid as unmatched from users, money where users.uid = ${fan.uid}`
    return row ?? { wallet: '', unmatched: '' }
  })
  const visitor = await visitAsAdmin('/admin/users', DESKTOP)
  const { page } = visitor
  await page.locator('tbody tr').first().waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type(person.data.document)
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
  await page.getByText(fan.email).waitFor()
  await page.getByRole('searchbox').blur()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/admin/users/${fan.uid}`)

  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: '_teclas' }).waitFor()
  await expectFitting(page, 'the keys')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: '_ir para' })
  await palette.getByRole('option', { name: 'Suporte' }).waitFor()
  // A tab, by its name without accents.
  await page.keyboard.type('divida')
  await palette.getByRole('option', { name: 'Dívidas Solicitações' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'Dívidas', selected: true }).waitFor()
  await page.keyboard.press('Control+k')
  // The beginning of a wallet's address, as screens show it, and the number of money that belongs to no payment.
  await palette.getByRole('combobox').fill(wallet.slice(0, 10))
  await palette.getByRole('option', { name: fan.email }).first().waitFor()
  await palette.getByRole('combobox').fill(unmatched)
  await palette.getByRole('option', { name: 'R$ 7,00' }).waitFor()
  await palette.getByRole('combobox').fill(fan.email)
  await palette.getByRole('option', { name: 'R$ 20,00 Devolução espera aprovação' }).waitFor()
  await expectFitting(page, 'the palette')
  // The person comes first; the payment is the next one.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/activity/*')
})

test(
  'a person’s page has their withdrawals, holds and requests; a project’s has its people and money',
  RELEASE,
  async () => {
    const fan = await newFan({ centavos: 30_000 })
    const token = fan.session.access_token
    await call('/api/v1/redeem-balance', {
      token,
      body: { pixKeyType: 'email', pixKey: fan.email, amount: 4200 },
    })
    await call('/rest/v1/support_requests', {
      token,
      body: { user_id: fan.uid, subject: 'Saldo', message: 'Quando chega o meu saque?' },
    })
    const project = await projectOnSale()
    await buyWithBalance(fan, project.uid)
    const visitor = await visitAsAdmin(`/admin/users/${fan.uid}`, PHONE)
    const { page } = visitor
    await page.getByRole('tab', { name: 'Resgates' }).click()
    await page.getByRole('cell', { name: 'Solicitado' }).waitFor()
    await page.getByRole('tab', { name: 'Reservas' }).click()
    await page.getByRole('row').filter({ hasText: 'Resgate pedido' }).getByText('R$ 42,00').waitFor()
    await expectFitting(page, 'holds')
    await page.getByRole('tab', { name: 'Suporte' }).click()
    await page.getByRole('link', { name: 'Quando chega o meu saque?' }).waitFor()
    await expectFitting(page, 'requests')
    await page.getByRole('link', { name: 'Tudo em Resgates' }).click()
    await page.waitForURL(`**/admin/requests?which=all&person=${fan.uid}`)
    await page.getByRole('cell', { name: 'Solicitado' }).waitFor()

    await page.goto(`/admin/projects/${project.uid}`)
    expect(await page.getByRole('link', { name: 'Tudo em Atividade' }).getAttribute('href')).toContain(
      project.uid,
    )
    await page.getByRole('tab', { name: 'Vendas do lote' }).click()
    await page.getByRole('link', { name: new RegExp(`Abrir pagamento de .*, ${fan.email}`) }).waitFor()
    await page.getByRole('tab', { name: 'Quem tem' }).click()
    await page.getByRole('link', { name: `Duda Plateia ${fan.nickname}` }).waitFor()
    await expectFitting(page, 'holders')
    await visitor.end()
  },
)

test(
  'an address of the back office is kept through signing in and a reload, and letters typed at once arrive',
  RELEASE,
  async () => {
    const admin = await newAdmin()
    const visitor = await visit({ viewport: DESKTOP, allowed: /status of 401/ })
    const { page } = visitor
    await page.goto('/admin/projects?sort=oldest&q=mare')
    await page.waitForURL((url) => url.pathname === '/')
    await page.getByLabel('E-mail').fill(admin.email)
    await page.getByLabel('Senha', { exact: true }).fill(admin.password)
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await page.waitForURL('**/admin/projects?sort=oldest&q=mare')
    await page.locator('tbody').getByRole('link').first().click()
    await page.waitForURL('**/admin/projects/*')
    await page.reload()
    await page.getByRole('link', { name: 'Todos os projetos' }).click()
    await page.waitForURL('**/admin/projects?sort=oldest&q=mare')
    await page.reload()
    await page.getByRole('searchbox').waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('suporte')
    const typed = page.getByRole('dialog', { name: '_ir para' }).getByRole('combobox')
    await expect.poll(() => typed.inputValue()).toBe('suporte')
    await visitor.end()
  },
)
