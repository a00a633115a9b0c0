/** Artists in the back office: what they are owed, their keys and payouts, the printed statement, and the shared link. */
import type { Page } from '@playwright/test'
import type { PayoutWire } from '#server/product/artists/earnings-wire.ts'
import { expectFitting } from './accessibility.ts'
import { DESKTOP, expect, PHONE, RELEASE, test, type Visit, visit, withDatabase } from './fixtures.ts'
import {
  adminToken,
  buyWithBalance,
  call,
  enter,
  type Fan,
  fileAdmin,
  newAdmin,
  newFan,
  newWallet,
} from './people.ts'

type Session = { session: Fan['session'] }
async function visitAs(who: Session, path: string, viewport: typeof PHONE): Promise<Visit> {
  // Confirming a key one has entered oneself is refused, which the browser logs.
  const visitor = await visit({ viewport, allowed: /status of 403/ })
  await enter(visitor.page, who, path)
  return visitor
}

/** A project on sale by an artist of its own; two units are sold, and one of them has been played. */
async function soldProject(): Promise<{ artist: string; name: string; author: string; url: string }> {
  const name = `Cais ${Date.now()}`
  const author = `Coral ${Date.now()}`
  const wallet = newWallet()
  const uid = await withDatabase(async (sql) => {
    // Inserted as a copy of a demonstration project under another artist, so that its contract exists on the chain.
    const [row] = await sql<{ uid: string }[]>`
      insert into projects (project_name, author, thumbnail, description, video_id, symbol, fiat_price, total_supply,
        valid_period, expired_at, author_wallet)
      select ${name}, ${author}, thumbnail, description, video_id, 'MARE', 2000, 5, 3600,
        now() + interval '1 day', ${wallet}
      from projects limit 1
      returning uid`
    const project = row?.uid ?? ''
    await sql`
      select chain.enqueue(${`deploy:${project}`}, 'deploy_edition', ${sql.json({
        projectUid: project,
        supply: 5,
        royaltyReceiver: `0x${'22'.repeat(20)}`,
        name,
        symbol: 'MARE',
        baseURI: '',
        contractURI: '',
      })})`
    return project
  })
  const token = await adminToken()
  await withDatabase(async (sql) => {
    const address = async () =>
      (
        await sql<{ address: string | null }[]>`
        select contract_address as address from projects where uid = ${uid}`
      )[0]?.address
    await expect.poll(address, { timeout: 30_000 }).toBeTruthy()
  })
  await call(`/api/v1/projects/${uid}/publish`, { token, body: {} })
  const fans = [await newFan({ centavos: 2000 }), await newFan({ centavos: 2000 })]
  for (const fan of fans) await buyWithBalance(fan, uid)
  const artist = await withDatabase(async (sql) => {
    const minted = () => sql`
      select from mints join projects on projects.id = project_id
      where projects.uid = ${uid} and mints.status = 'minted'`
    await expect.poll(async () => (await minted()).length, { timeout: 30_000 }).toBe(2)
    const [row] = await sql<{ uid: string }[]>`select uid from private.artists where wallet = ${wallet}`
    return row?.uid ?? ''
  })
  const tokens = await call<{ data: { uid: string }[] }>('/api/v1/user-projects', {
    token: fans[0]?.session.access_token ?? '',
  })
  await call('/api/v1/play', {
    token: fans[0]?.session.access_token ?? '',
    body: { UID: tokens.data[0]?.uid, device: crypto.randomUUID() },
  })
  return { artist, name, author, url: `/admin/artists/${artist}` }
}

test('an artist is found, their key confirmed, a payout paid, and their figures shared by a link', async () => {
  const work = await soldProject()
  const first = await fileAdmin()
  const visitor = await visitAs(first, '/admin/artists', DESKTOP)
  const { page } = visitor
  await page.getByRole('heading', { name: '_artistas' }).waitFor()
  await page.getByRole('searchbox').fill(work.author)
  const row = page.getByRole('row').filter({ hasText: work.author })
  await row.getByText(/R\$\s36,00/).waitFor()
  await expectFitting(page, 'artists')
  await row.getByRole('link', { name: work.author }).click()

  await page.getByText('Até o play pode voltar aos fãs.').waitFor()
  await page.getByText('Para repassar, cadastre e confirme a chave PIX do artista.').waitFor()
  await page.getByRole('button', { name: 'Cadastrar chave' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Cadastrar' }).click()
  await dialog.getByText('Campo obrigatório').first().waitFor()
  await expectFitting(page, 'a key')
  await dialog.getByLabel('Nome legal').fill('Coral da Maré Ltda.')
  await dialog.getByLabel('Chave PIX').fill('Coral@tune.test')
  await expect.poll(() => dialog.getByRole('radio', { name: 'E-mail' }).isChecked()).toBe(true)
  await dialog.getByRole('button', { name: 'Cadastrar' }).click()
  await page.getByText('Chave nova, à espera de confirmação').waitFor()
  await page.getByRole('button', { name: 'Confirmar chave' }).click()
  await dialog.getByRole('button', { name: 'Confirmar chave' }).click()
  await page.getByText('Quem cadastra uma chave não pode confirmá-la.').waitFor()

  const other = await visitAs(await newAdmin(), work.url, PHONE)
  await other.page.getByRole('button', { name: 'Confirmar chave' }).click()
  const question = other.page.getByRole('dialog', { name: '_confirmar chave' })
  await question.getByText(`Os próximos repasses de ${work.author} vão para a chave nova.`).waitFor()
  for (const line of ['Nenhuma', 'coral@tune.test', 'Coral da Maré Ltda.'])
    await question.getByText(line, { exact: true }).waitFor()
  await expectFitting(other.page, 'confirming a key')
  await question.getByRole('button', { name: 'Confirmar chave' }).click()
  await other.page.getByText('Chave confirmada.').waitFor()
  await expectFitting(other.page, 'an artist on a phone')
  await other.end()

  await page.reload()
  await page.getByRole('button', { name: 'Fazer repasse' }).click()
  await page.getByRole('dialog').getByText('Para Coral da Maré Ltda., E-mail coral@tune.test').waitFor()
  await page.getByRole('dialog').getByLabel('Valor').fill('1801')
  await page.getByRole('dialog').getByRole('button', { name: 'Repassar' }).click()
  await page.getByRole('dialog').getByText('O máximo é R$ 18,00.').waitFor()
  await expectFitting(page, 'a payout')
  await page.getByRole('dialog').getByLabel('Valor').fill('1500')
  await page.getByRole('dialog').getByRole('button', { name: 'Repassar' }).click()
  await page.getByText('Repasse aprovado. O pagamento está a caminho.').waitFor()
  const paid = page.getByRole('row').filter({ hasText: 'Coral da Maré Ltda.' })
  await paid.getByText('Pago', { exact: true }).waitFor({ timeout: 30_000 })
  const token = await adminToken()
  const { data } = await call<{ data: PayoutWire[] }>(`/api/v1${work.url}/payouts`, { token })
  expect(data).toMatchObject([{ status: 'paid', amount: 1500, endToEndId: expect.stringMatching(/^E/) }])

  await page.reload()
  await page.getByRole('row').filter({ hasText: 'Repasse' }).filter({ hasText: work.name }).waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^extrato-.+\.csv$/)
  await expectPrinted(page, work)
  await expectFitting(page, 'an artist')
  await paid.getByRole('link', { name: /^Comprovante de/ }).click()
  await page.getByText(data[0]?.endToEndId ?? '').waitFor()
  await expectFitting(page, 'a receipt')
  await page.getByRole('link', { name: 'Voltar ao artista' }).click()

  await page.getByRole('button', { name: 'Criar link' }).click()
  const address = await page.getByRole('dialog').getByLabel('Endereço do link').inputValue()
  await expectFitting(page, 'a link')
  await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).last().click()
  await followLink(address, work, page)
})

test('the charts have tables, and a difference has the rows of each side', RELEASE, async () => {
  const subject = crypto.randomUUID()
  await withDatabase(
    (sql) => sql`
      insert into private.reconciliations (compared, differences)
      values (2, ${sql.json([
        {
          side: 'pix',
          subject,
          ledger: 1500,
          other: 0,
          rows: { ledger: [{ id: `payout:${subject}:paid`, amount: 1500 }], other: [] },
        },
        {
          side: 'supply',
          subject: `0x${'ab'.repeat(20)}`,
          ledger: 1,
          other: 2,
          rows: { ledger: [], other: [{ id: '7', amount: 1 }] },
        },
      ])})`,
  )
  const visitor = await visitAs(await fileAdmin(), '/admin/dashboard', PHONE)
  const { page } = visitor
  // Where nothing is held, the chart is its figures alone.
  await page.getByRole('figure', { name: /^Valor reservado/ }).waitFor()
  await page.getByText('Ver os números', { exact: true }).nth(2).click()
  const held = page.getByRole('table', { name: 'Valor reservado' })
  await held.waitFor()
  await expect.poll(() => held.getByRole('row').count()).toBe(31)
  await page.getByRole('table', { name: /^De quem se cadastrou/ }).waitFor()
  await expectFitting(page, 'charts')

  await page.goto('/admin/logs?tab=ledger')
  await page.getByRole('searchbox').fill(subject)
  await page.getByText(`No livro-razão: payout:${subject}:paid R$ 15,00`).waitFor()
  await page.getByText('unidades aqui: 1, lá: 2').waitFor()
  await page.getByText('Do outro lado: unidade 7').waitFor()
  await expectFitting(page, 'differences')
})

/** The printed month: the artist's name, every line and the totals, in black, without the rest of the screen. */
async function expectPrinted(page: Page, work: { author: string; name: string }): Promise<void> {
  const printed = page.evaluate('new Promise((done) => { window.print = () => done(true) })')
  await page.getByRole('button', { name: 'Imprimir' }).click()
  expect(await printed).toBe(true)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ media: 'print', colorScheme, reducedMotion: 'reduce' })
    await page.getByText(new RegExp(`^Extrato de ${work.author}, `)).waitFor()
    await page.getByRole('row').filter({ hasText: 'Repasse' }).filter({ hasText: work.name }).waitFor()
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'Venda' }).count()).toBe(2)
    // No menus, no buttons, nothing outside the statement.
    expect(
      await page.locator('button:visible, a:visible, input:visible, nav:visible, aside:visible').count(),
    ).toBe(0)
    await expect.poll(() => page.getByText('Chave PIX').locator('visible=true').count()).toBe(0)
    const colour = await page.evaluate(`getComputedStyle(document.querySelector('tbody td')).color`)
    expect(colour).toBe('rgb(0, 0, 0)')
  }
  await page.emulateMedia({ media: 'screen', colorScheme: 'light', reducedMotion: 'reduce' })
}

/** A stranger opens the link on a phone, in both languages, until it is revoked. */
async function followLink(
  address: string,
  work: { author: string; name: string },
  admin: Page,
): Promise<void> {
  const answer = await fetch(address)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  expect(answer.headers.get('x-robots-tag')).toContain('noindex')

  // Once the link is revoked, the browser logs the refused request.
  const stranger = await visit({ viewport: PHONE, allowed: /status of 404/ })
  const { page } = stranger
  await page.goto(new URL(address).pathname)
  await page.getByRole('heading', { name: `_${work.author}` }).waitFor()
  const card = page.getByRole('listitem').filter({ hasText: work.name })
  for (const figure of [/R\$\s40,00/, /R\$\s36,00/, /R\$\s21,00/, /R\$\s15,00/])
    await card.getByText(figure).waitFor()
  await expectFitting(page, 'an author’s figures')
  await page.getByRole('button', { name: 'English' }).click()
  await card.getByText('Already received').waitFor()
  await page.getByRole('button', { name: 'Português' }).click()
  await card.getByText('Já recebido').waitFor()

  await admin.getByRole('button', { name: /^Revogar link/ }).click()
  await admin.getByText('Link revogado.').waitFor()
  // The page refreshes by itself.
  await page.getByRole('heading', { name: '_link indisponível' }).waitFor({ timeout: 40_000 })
  await expectFitting(page, 'a link that is over')
  await stranger.end()
}
