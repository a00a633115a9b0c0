/** Payments that no job retries any more and money that fits no payment: both can be settled on the screen. */
import type { Page } from '@playwright/test'
import { closeDialog, expectAccessible, expectWithin } from './accessibility.ts'
import { visitAsAdmin } from './admins.ts'
import {
  DEMO_ADMIN,
  DESKTOP,
  expect,
  mailTo,
  PHONE,
  RELEASE,
  shot,
  test,
  visit,
  withDatabase,
  world,
} from './fixtures.ts'
import { expectLanguage } from './languages.ts'
import { balanceOf, call, enter, type Fan, newAdmin, newFan } from './people.ts'

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
  await page.getByRole('radio', { name: 'Resgate' }).click()
  await page.waitForURL(/kind=withdrawal/)
  await page.getByRole('row').filter({ hasText: 'Ninguém mais tenta pagar' }).first().waitFor()
  await expectFitting(page, 'stuck')
  await shot(page, 'admin-stuck-phone')
  await page.getByRole('button', { name: /^Decidir o que fazer com R\$ 40,00/ }).click()
  const dialog = page.getByRole('dialog', { name: '_decidir pagamento' })
  const preview = dialog.getByRole('region', { name: 'Como ficam as contas' })
  await preview
    .getByText('Nova linha: R$ 40,00 de Valor reservado de Duda Plateia para Saldo livre de Duda Plateia')
    .waitFor()
  await dialog.getByText('O provedor não conhece este pagamento.').waitFor()
  await shot(page, 'admin-lines-phone')
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
})

test(
  'the lines that a decision writes are shown before, for each outcome, or why it would be refused: in English',
  RELEASE,
  async () => {
    const fan = await newFan({ centavos: 10_000 })
    await strand(fan, 4100)
    // The refusal that is meant.
    const visitor = await visit({ viewport: DESKTOP, locale: 'en-GB', allowed: /409/ })
    const { page } = visitor
    await enter(page, await newAdmin({ language: 'en' }), '/admin/requests')
    await page.getByRole('searchbox').fill(fan.email)
    const decide = page.getByRole('button', { name: /^Decide what becomes of R\$\s41,00/ })
    await decide.click()
    const dialog = page.getByRole('dialog', { name: '_decide payment' })
    const preview = dialog.getByRole('region', { name: 'How the accounts stand afterwards' })
    const lineOf = (to: string) =>
      preview.getByText(`New line: R$\u00a041,00 from Duda Plateia’s held money to ${to}`)
    await lineOf('Duda Plateia’s free money').waitFor()
    const free = preview.getByRole('row', { name: /free money/ })
    expect(await free.getByRole('cell').allInnerTexts()).toEqual(['R$\u00a059,00', 'R$\u00a0100,00'])
    await dialog.getByText('Paid already').click()
    await lineOf('Withdrawals paid').waitFor()
    await expectFitting(page, 'the lines of a decision')
    await expectLanguage(page, 'en')
    await shot(page, 'admin-lines-desktop')
    await closeDialog(page)
    await withDatabase(
      (sql) => sql`
      insert into private.outgoing_attempts (uid, attempted_at)
      select uid, now() from redeem_balance where user_id = ${fan.uid}`,
    )
    await decide.click()
    await dialog.getByText('The payment was tried a moment ago').waitFor()
    await expectFitting(page, 'a decision that would be refused')
    await shot(page, 'admin-lines-refused-desktop')
    expect(await balanceOf(fan)).toEqual({ balance: 5900, totalBided: 0 })
    await visitor.end()
  },
)

test('a withdrawal on its way asks for nothing, until an attempt has failed', RELEASE, async () => {
  const fan = await newFan({ centavos: 10_000 })
  await strand(fan, 2600)
  const keys = await withDatabase(
    (sql) =>
      sql<{ key: string }[]>`select 'pay-out:' || uid as key from redeem_balance where user_id = ${fan.uid}`,
  )
  const key = keys[0]?.key ?? ''
  await withDatabase(
    (sql) =>
      sql`select private.add_job('pay-out-withdrawal', '{"uid": null}', ${key}, now() + interval '1 day')`,
  )
  const visitor = await visitAsAdmin('/admin/requests', PHONE)
  const { page } = visitor
  await page.getByRole('searchbox').fill(fan.email)
  await page.getByText('A caminho. Não há nada a fazer.').waitFor()
  expect(await page.getByRole('button', { name: /R\$ 26,00/ }).count()).toBe(0)
  await expectFitting(page, 'a withdrawal on its way')
  await shot(page, 'admin-on-its-way-phone')
  await withDatabase(async (sql) => {
    await sql`
      insert into private.outgoing_attempts (uid, attempted_at)
      select uid, now() from redeem_balance where user_id = ${fan.uid}`
    await sql`update graphile_worker._private_jobs set last_error = 'the provider is away' where key = ${key}`
  })
  // The list is read again while something in it is under way.
  await page.getByRole('button', { name: /^Tentar pagar de novo R\$ 26,00/ }).waitFor()
  await page.getByText(/A última tentativa, em .*, não deu certo/).waitFor()
})

test('a retried withdrawal is paid, and the fan sees its PIX id', async () => {
  const fan = await newFan({ centavos: 10_000 })
  await strand(fan, 2500)
  const visitor = await visitAsAdmin('/admin/requests', DESKTOP)
  const { page } = visitor
  await page.getByRole('searchbox').fill(fan.email)
  const theirs = page.getByRole('row').filter({ hasText: fan.email })
  await theirs.getByText('Parado: ninguém mais tenta pagar').waitFor()
  await expectFitting(page, 'stuck withdrawal')
  await page.getByRole('button', { name: /^Tentar pagar de novo R\$ 25,00/ }).click()
  await page.getByRole('radio', { name: 'Todos' }).click()
  await page.getByText(/^ID PIX: E\w+/).waitFor({ timeout: 30_000 })
  const id = (await page.getByText(/^ID PIX: E\w+/).innerText()).replace('ID PIX: ', '')
  await expectFitting(page, 'paid withdrawal')
  await visitor.end()

  const mail = await mailTo(fan.email, /Resgate pago: R\$ 25,00/)
  expect(mail.text).toContain(`ID da transação PIX: ${id}`)
  const own = await visit()
  await enter(own.page, fan, '/redeem-balance')
  await own.page.getByText(`ID da transação PIX: ${id}`).waitFor()
  await own.page.goto('/statement')
  await own.page.getByRole('link', { name: /Resgate pago/ }).click()
  await own.page.getByText(id).waitFor()
  await own.page.getByText('Pago em').waitFor()
})

test('unmatched money is listed, explained, and credited to a fan', async () => {
  const fan = await newFan()
  const paid = await fetch(`${world.emulators}/pix/_control/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ valor: '7.77' }),
  })
  const { endToEndId: id } = (await paid.json()) as { endToEndId: string }
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
  // The provider is asked about a return before it is booked.
  await dialog.getByText('Devolvido a quem enviou').click()
  await dialog.getByLabel('Identificação da devolução').fill(`D${'0'.repeat(31)}`)
  await dialog.getByText('O provedor não conhece essa identificação.').waitFor()
  await expectFitting(page, 'a return')
  await shot(page, 'admin-return-desktop')
  // Somebody gives a part of it back in the bank's own panel: that is not this money's return.
  const bank = await visitor.context.newPage()
  await bank.goto(`${world.emulators}/pix/recebido/${id}`)
  await bank.getByLabel('Valor').fill('7.00')
  await bank.getByRole('button', { name: 'Devolver' }).click()
  const reference = await bank.getByRole('listitem').locator('code').innerText()
  await bank.close()
  await dialog.getByLabel('Identificação da devolução').fill(reference)
  await dialog.getByText('O provedor diz outra coisa').waitFor()
  await dialog.getByText('Creditar a um fã').click()
  await dialog.getByLabel('E-mail do fã').fill(fan.email)
  await dialog.getByRole('textbox', { name: 'Anotação' }).fill('mandou o comprovante')
  await dialog.getByText('Nova linha: R$ 7,77 de PIX sem pedido para Saldo livre de Duda Plateia').waitFor()
  await expectFitting(page, 'settling')
  await dialog.getByRole('button', { name: 'Registrar decisão' }).click()
  await page.getByText('Creditado ao fã.').waitFor()
  expect(await balanceOf(fan)).toEqual({ balance: 777, totalBided: 0 })
  await page.getByRole('radio', { name: 'Todos' }).click()
  await page.getByText(`Creditado a ${fan.email}`).waitFor()
})

test('whoever approves a return reads what the provider says of it', RELEASE, async () => {
  const paid = await fetch(`${world.emulators}/pix/_control/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ valor: '6000.00' }),
  })
  const { endToEndId: id } = (await paid.json()) as { endToEndId: string }
  const kept = () =>
    withDatabase(
      (sql) => sql<{ uid: string }[]>`select uid from private.unmatched_money where external_id = ${id}`,
    )
  await expect.poll(async () => (await kept()).length, { timeout: 20_000 }).toBe(1)
  const [first, second] = [await newAdmin(), await newAdmin()]
  await call(`/api/v1/admin/unmatched/${(await kept())[0]?.uid}/decide`, {
    token: first.session.access_token,
    body: { outcome: 'returned', reference: `D${'1'.repeat(31)}`, note: 'devolvido no painel' },
  })
  const visitor = await visit({ viewport: PHONE })
  const { page } = visitor
  await enter(page, second, '/admin/requests?tab=unmatched')
  await page.getByRole('searchbox').fill(id)
  await page.getByRole('button', { name: 'Aprovar a decisão sobre R$ 6.000,00' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('O provedor não conhece essa identificação.').waitFor()
  await expectFitting(page, 'approving a return')
  await shot(page, 'admin-approve-return-phone')
  await visitor.end()
})

test('a refund made in the processor’s panel is booked from its payment', RELEASE, async () => {
  const fan = await newFan({ centavos: 10_000 })
  const payment = await withDatabase(async (sql) => {
    const [row] = await sql<{ uid: string; intent: string }[]>`
      select uid, intent_id as intent from payments where user_id = ${fan.uid}`
    return row ?? { uid: '', intent: '' }
  })
  const made = await fetch(`${world.emulators}/stripe/v1/refunds`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_panel0', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ payment_intent: payment.intent, amount: '2500' }),
  })
  expect(made.status).toBe(200)
  const kept = () =>
    withDatabase((sql) => sql`select from private.refunds where user_id = ${fan.uid} and made_elsewhere`)
  await expect.poll(async () => (await kept()).length, { timeout: 20_000 }).toBe(1)
  const visitor = await visitAsAdmin('/admin/requests?tab=refunds', PHONE)
  const { page } = visitor
  const book = page.getByRole('button', { name: `Contabilizar R$ 25,00 de ${fan.email}` })
  await book.waitFor()
  await expectFitting(page, 'a refund made elsewhere')
  await page.goto(`/admin/activity/${payment.uid}`)
  await page.getByText('Feito no painel da operadora: falta contabilizar').waitFor()
  await book.click()
  const dialog = page.getByRole('dialog', { name: '_contabilizar' })
  await dialog.getByText('Este valor já voltou ao cartão').waitFor()
  await dialog.getByText('Nova linha: R$ 25,00 de Saldo livre de Duda Plateia').waitFor()
  await dialog.getByRole('textbox', { name: 'Anotação' }).fill('pedido pelo telefone')
  await expectFitting(page, 'booking a refund')
  await shot(page, 'admin-book-phone')
  await dialog.getByRole('button', { name: 'Contabilizar' }).click()
  await page.getByText('Contabilizado.').waitFor()
  await page.getByText('Devolvido', { exact: true }).waitFor()
  await shot(page, 'admin-booked-phone')
  expect(await balanceOf(fan)).toEqual({ balance: 7500, totalBided: 0 })
})

test(
  'a withdrawal that was given back and paid all the same is ended where it was found',
  RELEASE,
  async () => {
    const fan = await newFan({ centavos: 10_000 })
    const token = fan.session.access_token
    const body = { pixKeyType: 'email', pixKey: `recusado-${fan.email}`, amount: 6000 }
    await call('/api/v1/redeem-balance', { token, body })
    const first = await newAdmin()
    const visitor = await visit({ viewport: DESKTOP })
    const { page } = visitor
    await enter(page, first, '/admin/requests')
    await page.getByRole('searchbox').fill(fan.email)
    await page.getByRole('button', { name: `Aprovar R$ 60,00 de ${fan.email}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Aprovar' }).click()
    const uid = await withDatabase(async (sql) => {
      const [row] = await sql<{ uid: string }[]>`select uid from redeem_balance where user_id = ${fan.uid}`
      return row?.uid ?? ''
    })
    // The bank refuses it, its money is back, and a quarter of an hour later the provider says otherwise.
    await expect.poll(async () => (await balanceOf(fan)).balance, { timeout: 40_000 }).toBe(10_000)
    const late = await fetch(`${world.emulators}/pix/_control/payouts/${uid.replaceAll('-', '')}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'REALIZADO' }),
    })
    expect(late.status).toBe(200)
    await withDatabase(
      (sql) => sql`update redeem_balance set ended_at = now() - interval '20 minutes' where uid = ${uid}`,
    )
    await page.goto('/admin/logs?tab=ledger')
    await page.getByRole('button', { name: 'Conferir agora' }).click()
    const book = page.getByRole('button', { name: 'Contabilizar R$ 60,00 de Duda Plateia' }).first()
    await book.waitFor({ timeout: 40_000 })
    await page.getByText('o provedor diz que o pagou').first().waitFor()
    await expectFitting(page, 'a withdrawal paid late')
    await shot(page, 'admin-paid-late-desktop')
    await page.setViewportSize(PHONE)
    await expectFitting(page, 'a withdrawal paid late, on a phone')
    await shot(page, 'admin-paid-late-phone')
    await page.setViewportSize(DESKTOP)
    await book.click()
    const dialog = page.getByRole('dialog', { name: '_contabilizar' })
    await dialog.getByRole('textbox', { name: 'Anotação' }).fill('o banco pagou depois')
    await dialog.getByText('A Tune assume').click()
    await dialog.getByText('Entra como perda da Tune').waitFor()
    await dialog.getByText('Cobrar de quem recebeu').click()
    await dialog.getByRole('button', { name: 'Contabilizar' }).click()
    await page.getByText('Contabilizado.').waitFor()
    expect((await balanceOf(fan)).balance).toBe(4000)
    await visitor.end()
  },
)
