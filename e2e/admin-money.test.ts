/** Payments that no job retries any more and money that fits no payment: both can be settled on the screen. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectWithin, visitAtRest } from './accessibility.ts'
import { DEMO_ADMIN, DESKTOP, launch, mailTo, PHONE, type Visit, visit, withDatabase } from './fixtures.ts'
import { balanceOf, call, enter, type Fan, newFan } from './people.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

async function visitAsAdmin(path: string, viewport: typeof PHONE): Promise<Visit> {
  const session = await call<Fan['session']>('/auth/v1/token?grant_type=password', { body: DEMO_ADMIN })
  const visitor = await visitAtRest(browser, viewport)
  await enter(visitor.page, { session }, path)
  return visitor
}
async function expectFitting(page: Page, name: string): Promise<void> {
  await expectAccessible(page, name)
  await expectWithin(page, name)
}

/** An approved withdrawal whose job was discarded before it paid. */
async function strand(fan: Fan, amount: number): Promise<void> {
  await call('/api/v1/redeem-balance', {
    token: fan.session.access_token,
    body: { pixKeyType: 'email', pixKey: fan.email, amount },
  })
  await withDatabase(async (sql) => {
    await sql`
      insert into private.withdrawal_approvals (withdrawal_id, admin_id)
      select redeem_balance.id, users.uid from redeem_balance, users
      where user_id = ${fan.uid} and status = 'requested' and users.email = ${DEMO_ADMIN.email}`
    await sql`update redeem_balance set status = 'approved' where user_id = ${fan.uid} and status = 'requested'`
  })
}

test('a stuck withdrawal is found, and its money returned', async () => {
  const fan = await newFan({ centavos: 10_000 })
  await strand(fan, 4000)
  const visitor = await visitAsAdmin('/admin/requests?tab=stuck', PHONE)
  const { page } = visitor
  await page.getByRole('row').filter({ hasText: 'Ninguém mais tenta pagar' }).first().waitFor()
  await expectFitting(page, 'stuck')
  await page.getByRole('button', { name: /^Decidir o que fazer com R\$ 40,00/ }).click()
  const dialog = page.getByRole('dialog', { name: '_decidir pagamento' })
  await dialog.getByRole('button', { name: 'Registrar decisão' }).click()
  await dialog.getByText('Campo obrigatório').waitFor()
  await dialog.getByText('Já foi pago').click()
  await dialog.getByLabel('Identificação PIX').fill('E 1')
  await dialog.getByRole('button', { name: 'Registrar decisão' }).click()
  await dialog.getByText('São 32 letras e números, sem espaços, começando com E ou D.').waitFor()
  await expectFitting(page, 'deciding')
  await dialog.getByText('Não saiu: devolver').click()
  await dialog.getByRole('textbox', { name: 'Anotação' }).fill('a tarefa foi descartada')
  await dialog.getByRole('button', { name: 'Registrar decisão' }).click()
  await page.getByText('O valor foi devolvido.').waitFor()
  expect(await balanceOf(fan)).toEqual({ balance: 10_000, totalBided: 0 })
  await visitor.end()
})

test('a retried withdrawal is paid, and the fan sees its PIX id', async () => {
  const fan = await newFan({ centavos: 10_000 })
  await strand(fan, 2500)
  const visitor = await visitAsAdmin('/admin/requests', DESKTOP)
  const { page } = visitor
  await page.getByRole('searchbox').fill(fan.email)
  await page.getByText('Parado: ninguém mais tenta pagar').waitFor()
  await expectFitting(page, 'stuck withdrawal')
  await page.getByRole('button', { name: /^Tentar pagar de novo R\$ 25,00/ }).click()
  await page.getByRole('radio', { name: 'Todos' }).click()
  await page.getByText(/^ID PIX: E\w+/).waitFor({ timeout: 30_000 })
  const id = (await page.getByText(/^ID PIX: E\w+/).innerText()).replace('ID PIX: ', '')
  await expectFitting(page, 'paid withdrawal')
  await visitor.end()

  const mail = await mailTo(fan.email, /Resgate pago: R\$ 25,00/)
  expect(mail.text).toContain(`ID da transação PIX: ${id}`)
  const theirs = await visit(browser)
  await enter(theirs.page, fan, '/redeem-balance')
  await theirs.page.getByText(`ID da transação PIX: ${id}`).waitFor()
  await theirs.page.goto('/statement')
  await theirs.page.getByRole('link', { name: /Resgate pago/ }).click()
  await theirs.page.getByText(id).waitFor()
  await theirs.page.getByText('Pago em').waitFor()
  await theirs.end()
})

test('unmatched money is listed, explained, and credited to a fan', async () => {
  const fan = await newFan()
  const id = `E${String(Date.now()).padStart(31, '0')}`
  await withDatabase(async (sql) => {
    const payload = { endToEndId: id, valor: '7.77', horario: new Date().toISOString() }
    await sql`
      insert into private.webhook_events (id, provider, type, payload)
      values (${`pix:${id}`}, 'pix', 'pix.received', ${sql.json(payload)})`
    await sql`select private.add_job('apply-pix-event', ${sql.json({ eventId: `pix:${id}` })}, ${`pix-event:pix:${id}`})`
  })
  const visitor = await visitAsAdmin('/admin/logs?tab=webhooks', DESKTOP)
  const { page } = visitor
  await page
    .getByRole('row')
    .filter({ hasText: id })
    .getByText('Chegaram R$ 7,77 sem um pagamento nosso que combine.')
    .waitFor({ timeout: 20_000 })
  await page.goto('/admin/requests?tab=unmatched')
  await page.getByRole('searchbox').fill(id)
  await page.getByRole('row').filter({ hasText: id }).waitFor()
  await expectFitting(page, 'unmatched')
  await page.getByRole('button', { name: 'Dar destino a R$ 7,77' }).click()
  const dialog = page.getByRole('dialog', { name: '_dar destino' })
  await dialog.getByLabel('E-mail do fã').fill(fan.email)
  await dialog.getByRole('textbox', { name: 'Anotação' }).fill('mandou o comprovante')
  await expectFitting(page, 'settling')
  await dialog.getByRole('button', { name: 'Registrar decisão' }).click()
  await page.getByText('Creditado ao fã.').waitFor()
  expect(await balanceOf(fan)).toEqual({ balance: 777, totalBided: 0 })
  await page.getByRole('radio', { name: 'Todos' }).click()
  await page.getByText(`Creditado a ${fan.email}`).waitFor()
  await visitor.end()
})
