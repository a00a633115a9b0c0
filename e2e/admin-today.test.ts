/** The operator's first screen: what waits, for how long, and the way to it. */
import { expectFitting } from './accessibility.ts'
import { DESKTOP, expect, PHONE, RELEASE, shot, test, visit, withDatabase } from './fixtures.ts'
import { call, enter, fileAdmin, newAdmin, newFan, newWallet } from './people.ts'

for (const { name, viewport } of [
  { name: 'phone', viewport: PHONE },
  { name: 'desktop', viewport: DESKTOP },
])
  test(`what waits is counted, and leads to its list: ${name}`, RELEASE, async () => {
    const fan = await newFan({ centavos: 5000 })
    const token = fan.session.access_token
    const body = { user_id: fan.uid, subject: 'Compras', message: 'Meu $TUNE não tocou.' }
    await call('/rest/v1/support_requests', { token, body })
    await call('/api/v1/redeem-balance', {
      token,
      body: { pixKeyType: 'email', pixKey: fan.email, amount: 1000 },
    })
    const admin = await fileAdmin()
    const visitor = await visit({ viewport: viewport })
    const { page } = visitor
    await enter(page, admin, '/admin/dashboard')
    const today = page.getByRole('region', { name: 'O que espera por você' })
    await today.getByRole('link', { name: /^\d+ pedidos? de suporte sem resposta/ }).waitFor()
    await expectFitting(page, `today on a ${name}`)
    await shot(page, `admin-today-${name}`)
    if (name === 'desktop') {
      const menu = page.getByRole('navigation', { name: 'Menu da administração' })
      await menu.getByRole('link', { name: /Suporte \d+ esperando/ }).waitFor()
    } else {
      await page.getByRole('button', { name: /^Menu: \d+ esperando$/ }).waitFor()
    }
    await today.getByRole('link', { name: /^\d+ resgates? para decidir/ }).click()
    await page.waitForURL('**/admin/requests')
    await page.goBack()
    await today.getByRole('link', { name: /^\d+ pedidos? de suporte sem resposta/ }).click()
    await page.waitForURL('**/admin/support')
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  })

test('an artist’s new key waits on the first screen, and leads to the artist', async () => {
  const entered = await newAdmin()
  const name = `Coral ${Date.now()}`
  const artist = await withDatabase(async (sql) => {
    const [row] = await sql<{ id: number; uid: string }[]>`
      insert into private.artists (wallet, name) values (${newWallet()}, ${name}) returning id, uid`
    // The oldest of all: others' keys wait meanwhile.
    await sql`
      insert into private.artist_keys (artist_id, legal_name, pix_key_type, pix_key, entered_by, entered_at)
      values (${row?.id ?? 0}, ${name}, 'email', 'coral@tune.test', ${entered.uid}, '2001-01-01T12:00:00Z')`
    return row?.uid
  })
  const visitor = await visit({ viewport: PHONE })
  const { page } = visitor
  await enter(page, await fileAdmin(), '/admin/dashboard')
  const today = page.getByRole('region', { name: 'O que espera por você' })
  const waiting = today.getByRole('link', { name: /^\d+ chaves? PIX de artistas? para confirmar/ })
  await waiting.waitFor()
  await withDatabase(
    (sql) => sql`
      insert into private.reconciliations (compared, differences, compared_until)
      values (28, '[]', '2026-01-02T16:38:00Z')`,
  )
  // Others compare meanwhile.
  await today
    .getByText(
      /^Última conferência: .+\. (Tudo confere até .+ às \d+:\d\d; o que é mais novo .+|\d+ diferenças?)\.$/,
    )
    .waitFor({ timeout: 45_000 })
  await today.getByRole('button', { name: 'Olhar agora' }).click()
  await page.getByText('Ronda pedida.', { exact: false }).waitFor()
  await today.getByText(/^Última ronda: agora\. (Tudo em ordem|\d+ achados?)\.$/).waitFor({ timeout: 30_000 })
  // What another one found comes by itself.
  await expect
    .poll(
      async () => {
        await withDatabase((sql) => sql`update private.looks set looked_at = now() - interval '5 minutes'`)
        return today.getByText('Última ronda: há 5 minutos').count()
      },
      { timeout: 45_000 },
    )
    .toBe(1)
  await expectFitting(page, 'today with a key')
  await shot(page, 'admin-today-checks')
  await waiting.click()
  await page.waitForURL(`**/admin/artists/${artist}`)
  await page.getByText('coral@tune.test').waitFor()
  await page.getByRole('button', { name: 'Descartar' }).click()
  await page.getByText('coral@tune.test').waitFor({ state: 'detached' })

  // Before anybody has looked, nobody knows whether anything waits.
  const answerWith = (path: string, data: unknown) =>
    page.route(`**/api/v1/admin/${path}`, (route) => route.fulfill({ json: { data } }))
  await answerWith('waiting', [])
  const nothing = { lookedAt: null, found: 0, comparedAt: null, comparedUntil: null, differences: 0 }
  await answerWith('looks', nothing)
  await page.goto('/admin/dashboard')
  await today.getByText(/Ainda falta a primeira ronda, a primeira conferência ou as duas/).waitFor()
  await today.getByText('Ninguém olhou os livros ainda.').waitFor()
  await today.getByText('Ninguém comparou os livros ainda.').waitFor()
  expect(await today.getByText('Nada espera por você agora.').count()).toBe(0)
  await expectFitting(page, 'today before the first look')
})

test('a difference says whose it is and what can be done, and is settled with a note', RELEASE, async () => {
  const fan = await newFan({ centavos: 5000 })
  const wallet = await withDatabase(async (sql) => {
    const [{ wallet } = { wallet: '' }] = await sql`select wallet from users where uid = ${fan.uid}`
    const differences = [{ side: 'chain', subject: wallet, ledger: 5000, other: 4000 }]
    await sql`
      insert into private.reconciliations (compared, differences)
      values (12, ${JSON.stringify(differences)}::text::jsonb)`
    return String(wallet)
  })
  const admin = await fileAdmin()
  const visitor = await visit({ viewport: DESKTOP })
  const { page } = visitor
  await enter(page, admin, '/admin/logs?tab=ledger')
  // Other comparisons are made meanwhile.
  await page.getByRole('searchbox').fill(wallet)
  const row = page.getByRole('row').filter({ hasText: 'aqui R$\u00a050,00, lá R$\u00a040,00' }).first()
  await page.getByRole('columnheader', { name: 'Movimentos, carteiras e unidades comparados' }).waitFor()
  await row.getByRole('link').first().waitFor()
  await row.getByText('O saldo em reais vale o que está no livro-razão.', { exact: false }).waitFor()
  await expectFitting(page, 'a difference')
  await shot(page, 'admin-difference')
  await row.getByRole('button', { name: /^Marcar como resolvida/ }).click()
  const dialog = page.getByRole('dialog', { name: '_resolver diferença' })
  await dialog.getByLabel('O que foi feito').fill('Registro repetido na blockchain.')
  await dialog.getByRole('button', { name: 'Marcar como resolvida' }).click()
  await row.getByText(/^Resolvida por .+: Registro repetido na blockchain\.$/).waitFor()
})
