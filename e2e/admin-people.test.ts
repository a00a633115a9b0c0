/** A person, a payment and a request in the back office: refunds, disputes and answers, seen from both sides. */
import type { Locator, Page } from '@playwright/test'
import type { Page as ListPage } from '#server/product/api/call.ts'
import { expectFitting } from './accessibility.ts'
import { visitAsAdmin } from './admins.ts'
import {
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
import { adminToken, balanceOf, call, deposit, enter, type Fan, newAdmin, newFan } from './people.ts'

async function paymentsOf(fan: Fan): Promise<{ uid: string; amount: number }[]> {
  const path = `/api/v1/admin/users/${fan.uid}/payments`
  return (await call<ListPage<{ uid: string; amount: number }>>(path, { token: await adminToken() })).data
}
const intentOf = (payment: string) =>
  withDatabase(async (sql) => {
    const [row] = await sql<{ intent: string }[]>`
      select intent_id as intent from payments where uid = ${payment}`
    return row?.intent ?? ''
  })
async function atProcessor<Body>(path: string, body: object): Promise<Body> {
  const answer = await fetch(`${world.emulators}/stripe/_control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Body
}
async function answerByMail(id: number, text: string): Promise<void> {
  const answer = await fetch(`${world.emulators}/mail/_control/reply`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id, text }),
  })
  expect(await answer.json()).toMatchObject({ ok: true })
}
/** Reloads the page until it shows the change. */
async function untilShown(page: Page, text: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.reload()
        await page.getByRole('heading', { level: 1 }).waitFor()
        return page
          .getByText(text)
          .first()
          .waitFor({ timeout: 10_000 })
          .then(
            () => true,
            () => false,
          )
      },
      { timeout: 60_000 },
    )
    .toBe(true)
}

/** Answers of that address wait until what it resolves with is called. */
async function holdBack(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('a payment is partly refunded to the card, and a dispute of the rest shows on both sides', async () => {
  const fan = await newFan({ centavos: 10_000 })
  const [payment] = await paymentsOf(fan)
  const uid = payment?.uid ?? ''
  const visitor = await visitAsAdmin('/admin/activity', DESKTOP)
  const { page } = visitor
  await page.getByRole('searchbox').fill(fan.email)
  await page.getByRole('link', { name: `Abrir pagamento de R$ 100,00, ${fan.email}` }).click()
  await page.waitForURL(`**/admin/activity/${uid}`)
  await page.getByText('payment_intent.succeeded').waitFor()
  await page.getByText('operadora do cartão → saldo livre do fã').waitFor()
  await page
    .getByRole('link', { name: 'Ver registro Crédito na carteira na blockchain' })
    .waitFor({ timeout: 30_000 })
  await expectFitting(page, 'a payment')

  // The button stays where it is when the lines arrive: a click at that moment is none that is lost.
  const arrive = await holdBack(page, '**/refund-lines*')
  // As for somebody who may give back R$ 50,00 alone.
  await page.route(`**/api/v1/admin/activity/${uid}`, async (route) => {
    const answer = await route.fetch()
    const { data } = await answer.json()
    await route.fulfill({ response: answer, json: { data: { ...data, aloneUpTo: 5000 } } })
  })
  await page.reload()
  await page.getByRole('button', { name: 'Devolver' }).click()
  const dialog = page.getByRole('dialog')
  const lines = dialog.getByRole('region', { name: 'Como ficam as contas' })
  const submit = dialog.getByRole('button', { name: 'Pedir devolução' })
  await dialog.getByText('As linhas abaixo só são escritas quando ela aprovar.').waitFor()
  const place = async () => (await submit.boundingBox())?.y
  // In sight before anything is scrolled.
  await expect(submit).toBeInViewport({ ratio: 1 })
  await submit.hover()
  const before = await place()
  arrive()
  await lines.getByRole('table').waitFor()
  expect(await place()).toBe(before)
  await submit.click()
  await dialog.getByText('Campo obrigatório').waitFor()
  const answered = await holdBack(page, '**/refund-lines*amount=2500&*')
  const amount = dialog.getByLabel('Valor')
  // What is typed replaces the prefilled amount, and the lines follow it before the field is left.
  await amount.click()
  await amount.pressSequentially('2500')
  expect(await amount.inputValue()).toBe('R$ 25,00')
  await lines.and(page.locator('[aria-busy=true]')).waitFor()
  answered()
  await lines.getByRole('cell', { name: 'R$ 75,00' }).waitFor()
  await lines.and(page.locator('[aria-busy=false]')).waitFor()
  await amount.fill('10001')
  await dialog.getByText('O máximo é R$ 100,00.').waitFor()
  expect(await lines.getByRole('table').count()).toBe(0)
  await amount.fill('2500')
  await lines.and(page.locator('[aria-busy=false]')).waitFor()
  await lines.getByRole('cell', { name: 'R$ 75,00' }).waitFor()
  await dialog.getByText('não é devolvida por aqui', { exact: false }).waitFor()
  await dialog.getByLabel('Motivo').fill('cobrança em dobro')
  await expectFitting(page, 'refunding')
  await shot(page, 'admin-refund-desktop')
  await dialog.getByRole('button', { name: 'Devolver' }).click()
  await page.getByText('Devolução aprovada. Pedimos à operadora do cartão').waitFor()
  await page.getByText('Devolvido', { exact: true }).waitFor({ timeout: 30_000 })
  await page.getByText('Devolução entregue ao cartão').waitFor()
  await expect.poll(async () => (await balanceOf(fan)).balance, { timeout: 20_000 }).toBe(7500)
  const mail = await mailTo(fan.email, /Devolução no cartão: R\$ 25,00/)
  expect(mail.text).toContain('cobrança em dobro')

  // Half of it is already being withdrawn, so the wallet cannot cover the dispute.
  await call('/api/v1/redeem-balance', {
    token: fan.session.access_token,
    body: { pixKeyType: 'email', pixKey: fan.email, amount: 5000 },
  })
  const dispute = await atProcessor<{ id: string }>('disputes', { payment_intent: await intentOf(uid) })
  await expect.poll(async () => (await balanceOf(fan)).balance, { timeout: 20_000 }).toBe(-5000)
  await untilShown(page, 'Contestação: parte do fã')
  await page.getByText('Em aberto', { exact: true }).waitFor()
  await expectFitting(page, 'a disputed payment')
  await mailTo(fan.email, /Pagamento contestado: R\$ 75,00/)

  const theirs = await visit()
  await enter(theirs.page, fan, '/statement')
  await theirs.page.getByText('Pagamento contestado no banco, valor retirado').waitFor()
  await theirs.page.getByText('Seu saldo está negativo por causa de um pagamento contestado').waitFor()
  await expectFitting(theirs.page, 'a statement below zero')
  await theirs.page.getByRole('link', { name: 'Depositar' }).first().click()
  await theirs.page.waitForURL('**/deposit')
  await theirs.end()

  // Whoever is about to approve their withdrawal reads it before, and in words for whoever decides.
  await page.goto('/admin/requests')
  await page.getByRole('searchbox').fill(fan.email)
  await page.getByRole('button', { name: `Aprovar R$ 50,00 de ${fan.email}` }).click()
  const approving = page.getByRole('dialog')
  await approving.getByText('Esta pessoa deve R$ 50,00 de um pagamento contestado.').waitFor()
  await expectFitting(page, 'approving for a debtor')
  await shot(page, 'admin-debtor-desktop')
  expect(await approving.getByRole('button', { name: 'Aprovar' }).count()).toBe(0)
  await approving.getByRole('button', { name: 'Recusar' }).click()
  await page.getByRole('dialog').getByLabel('Motivo').waitFor()
  await page.goto(`/admin/activity/${uid}`)
  await page.getByRole('link', { name: `Duda Plateia ${fan.nickname}` }).click()
  await page.waitForURL(`**/admin/users/${fan.uid}`)
  await page.getByText('O saldo está negativo por contestação de pagamento.').waitFor()
  await page.getByText('− R$ 50,00').first().waitFor()
  await expectFitting(page, 'a person below zero')
  await page.getByRole('button', { name: 'Perdoar dívida' }).click()
  const covered = page.getByRole('dialog')
  await covered.getByText(/Esta pessoa tem R\$\s50,00 em resgates pedidos/).waitFor()
  await expectFitting(page, 'a debt that a withdrawal would cover')
  await covered.getByRole('button', { name: 'Fechar' }).last().click()

  await atProcessor(`disputes/${dispute.id}`, { status: 'won' })
  await expect.poll(async () => (await balanceOf(fan)).balance, { timeout: 20_000 }).toBe(2500)
  await untilShown(page, 'Contestação encerrada, valor de volta')
  await mailTo(fan.email, /Contestação encerrada: R\$ 75,00 de volta/)
})

test(
  'a person’s page on a phone: tabs, a note, sessions, deactivation and reactivation',
  RELEASE,
  async () => {
    const fan = await newFan({ centavos: 3000 })
    const visitor = await visitAsAdmin('/admin/users', PHONE, /ERR_FAILED/)
    const { page } = visitor
    await page.getByRole('searchbox').fill(fan.email)
    await page.getByRole('link', { name: `Duda Plateia ${fan.nickname}` }).click()
    await page.getByRole('cell', { name: 'Depósito' }).waitFor()
    await expectFitting(page, 'a person')
    for (const [tab, empty] of [
      ['Tokens', 'Nenhum $TUNE.'],
      ['Lances', 'Nenhum lance.'],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click()
      await page.getByText(empty).waitFor()
    }
    await page.getByRole('tab', { name: 'Pagamentos' }).click()
    await page.getByRole('link', { name: 'Pagamento de Depósito, R$ 30,00' }).waitFor()

    await page.getByRole('tab', { name: 'Anotações' }).click()
    await page.getByRole('button', { name: 'Anotar' }).click()
    await page.getByText('Campo obrigatório').waitFor()
    await page.getByLabel('Nova anotação').fill('Prefere falar de manhã.')
    await page.getByRole('button', { name: 'Anotar' }).click()
    await page.getByRole('cell', { name: 'Prefere falar de manhã.' }).waitFor()
    await expectFitting(page, 'notes')

    await page.getByRole('tab', { name: 'Sessões' }).click()
    await page
      .getByRole('button', { name: /^Encerrar sessão de/ })
      .first()
      .waitFor()
    await expectFitting(page, 'sessions')
    await page.getByRole('button', { name: 'Encerrar todas' }).click()
    await page.getByText('Nenhuma sessão aberta.').waitFor()
    // The server rechecks a session every fifteen seconds.
    await expect.poll(() => balanceOf(fan).catch(String), { timeout: 30_000 }).toContain('401')

    await page.getByRole('button', { name: 'Desativar conta' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('os lances que estão valendo são cancelados').waitFor()
    await dialog.getByLabel('Motivo').fill('pedido da própria pessoa')
    await expectFitting(page, 'deactivating')
    // If sending fails, the dialog stays open and keeps the text.
    await page.route('**/deactivate', (route) => route.abort())
    await dialog.getByRole('button', { name: 'Desativar conta' }).click()
    await page.getByText('Não conseguimos falar com o servidor.', { exact: false }).waitFor()
    expect(await dialog.getByLabel('Motivo').inputValue()).toBe('pedido da própria pessoa')
    await page.unroute('**/deactivate')
    await dialog.getByRole('button', { name: 'Desativar conta' }).click()
    await page.getByText('Inativa').waitFor()
    await page.getByRole('button', { name: 'Reativar conta' }).click()
    await dialog.getByLabel('Motivo').fill('voltou atrás')
    await dialog.getByRole('button', { name: 'Reativar conta' }).click()
    await page.getByText('Conta reativada.').waitFor()
    await page.getByText('Ativa', { exact: true }).waitFor()
    await visitor.end()
  },
)

test(
  'a request for support is answered from the screen, in the reader’s language, and closed',
  RELEASE,
  async () => {
    const fan = await newFan({ language: 'en' })
    await call('/rest/v1/support_requests', {
      token: fan.session.access_token,
      body: { user_id: fan.uid, subject: 'Saldo', message: 'Where is my deposit?' },
    })
    const visitor = await visitAsAdmin('/admin/support', PHONE)
    const { page } = visitor
    // Both choices fit beside the filters, in one line.
    const place = async (role: 'button' | 'radiogroup', name: string) => {
      const box = await page.getByRole(role, { name }).boundingBox()
      return { top: box?.y ?? 0, bottom: (box?.y ?? 0) + (box?.height ?? 0) }
    }
    const differs = async () => {
      const [filters, choice] = [await place('button', 'Filtros'), await place('radiogroup', 'Quais')]
      return Math.max(Math.abs(choice.top - filters.top), Math.abs(choice.bottom - filters.bottom))
    }
    await expect.poll(differs).toBeLessThan(10)
    await page.getByRole('searchbox').fill(fan.email)
    await page.getByRole('link', { name: `Abrir pedido de ${fan.email}` }).click()
    await page.getByText('Where is my deposit?').waitFor()
    await page.getByText('escreva em inglês').waitFor()
    await page.getByRole('button', { name: 'Enviar resposta' }).click()
    await page.getByText('Campo obrigatório').waitFor()
    await expectFitting(page, 'a request')
    await page.getByLabel('Sua resposta').fill('It arrived this morning.')
    await page.getByRole('button', { name: 'Enviar resposta' }).click()
    await page.getByText('It arrived this morning.').waitFor()
    await page.getByText('Respondido').waitFor()
    const mail = await mailTo(fan.email, /Answer from support/)
    expect(mail.text).toContain('It arrived this morning.')
    expect(mail.text).toContain('You wrote: Where is my deposit?')
    await answerByMail(
      mail.id,
      'Not all of it.\n\nOn Tue, 3 Nov 2026, Tune <x@tune.test> wrote:\n> It arrived this morning.',
    )
    await page.getByText('Not all of it.').waitFor({ timeout: 30_000 })
    await page.getByText('Escreveu de novo', { exact: true }).waitFor()
    // Whoever answers first looks after it, and may hand it back.
    await page.getByRole('button', { name: 'Soltar' }).click()
    await page.getByRole('button', { name: 'Assumir' }).click()
    await page.getByRole('button', { name: 'Soltar' }).waitFor()
    await page.getByLabel('Modelo').selectOption({ label: 'Resolvido' })
    await expect.poll(() => page.getByLabel('Sua resposta').inputValue()).toContain('This is solved.')
    await expectFitting(page, 'a conversation on a phone')
    await shot(page, 'conversation-phone')
    await page.setViewportSize(DESKTOP)
    await expectFitting(page, 'a conversation')
    await shot(page, 'conversation')
    await page.setViewportSize(PHONE)
    await page.getByRole('button', { name: 'Encerrar pedido' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Encerrar pedido' }).click()
    await page.getByText('Encerrado', { exact: true }).waitFor()
    await expectFitting(page, 'a closed request')
    await visitor.end()
  },
)

test('a refund above the limit waits in the requests for another administrator', async () => {
  const fan = await newFan()
  await deposit(fan, 150_000)
  const [payment] = await paymentsOf(fan)
  await call(`/api/v1/admin/activity/${payment?.uid}/refunds`, {
    token: await adminToken(),
    body: { amount: 120_000, destination: 'card', reason: 'show cancelado', despitePlay: false },
  })
  const visitor = await visitAsAdmin('/admin/requests?tab=refunds', PHONE)
  const { page } = visitor
  await page.getByRole('searchbox').fill(fan.email)
  // Asking counts as the first approval, so the only button left is to reject.
  await page.getByText('Você já aprovou. Falta outra pessoa.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Aprovar/ }).count()).toBe(0)
  await expectFitting(page, 'refunds that wait')
  // Meanwhile its money is held; another one is shown whose it is, and is not offered what would be refused.
  expect((await balanceOf(fan)).balance).toBe(30_000)
  const other = await visit({ viewport: PHONE, allowed: /status of 409/ })
  await enter(other.page, await newAdmin(), '/admin/requests?tab=refunds')
  await other.page.getByRole('searchbox').fill(fan.email)
  const approve = other.page.getByRole('button', { name: 'Aprovar devolução de R$ 1.200,00' })
  await approve.click()
  const dialog = other.page.getByRole('dialog')
  await dialog.getByText(`(${fan.email})`).waitFor()
  await dialog.getByText('R$ 1.500,00 por cartão', { exact: false }).waitFor()
  await dialog.getByText('não é devolvida por aqui', { exact: false }).waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: 'Aprovar' }).isEnabled()).toBe(true)
  await expectFitting(other.page, 'a refund to agree to')
  await shot(other.page, 'admin-refund-approval-phone')
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await other.page.route('**/approve-lines', (route) =>
    route.fulfill({ status: 409, json: { data: { code: 'refund_uncovered', error: 'Falta dinheiro.' } } }),
  )
  await approve.click()
  await dialog.getByText('Falta dinheiro.').waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: 'Aprovar' }).isEnabled()).toBe(false)
  await page.getByRole('button', { name: 'Retirar devolução de R$ 1.200,00' }).click()
  const takingBack = page.getByRole('dialog', { name: '_retirar devolução' })
  await takingBack.getByLabel('Por que retirar').fill('era outro pagamento')
  await expectFitting(page, 'a refund that is taken back')
  await takingBack.getByRole('button', { name: 'Retirar' }).click()
  await page.getByText(`Nada encontrado para “${fan.email}”.`).waitFor()
  expect((await balanceOf(fan)).balance).toBe(150_000)

  // Had it been paid by PIX: what the provider gave back is known of until the last comparison.
  const change = (path: string, changed: object) =>
    page.route(`**/api/v1/admin/${path}`, async (route) => {
      const response = await route.fetch()
      const { data } = (await response.json()) as { data: object }
      await route.fulfill({ response, json: { data: { ...data, ...changed } } })
    })
  await change(`activity/${payment?.uid}`, { method: 'pix', refunds: [] })
  await change('looks', { comparedUntil: '2026-01-02T16:38:00Z' })
  await page.goto(`/admin/activity/${payment?.uid}`)
  await page
    .getByText('aparece depois da próxima conferência. A última comparou até 02/01/2026 às 13:38.', {
      exact: false,
    })
    .waitFor()
  await expectFitting(page, 'a payment by PIX')
})

test(
  'a deactivated administrator is signed out at once, and nothing stays on the screen',
  RELEASE,
  async () => {
    const boss = await newAdmin()
    const fan = await newFan()
    const visitor = await visit({ viewport: DESKTOP, allowed: /status of 40[013]/ })
    const { page } = visitor
    await enter(page, boss, '/admin/users')
    await page.getByRole('searchbox').fill(fan.email)
    await page.getByText(fan.nickname).first().waitFor()
    // Deactivation ends the sessions too; which of the two the screen notices first depends on its last request. The
    // screen may then try its refresh token once, which is refused with 400.
    const told = page
      .getByText(
        /Sua conta está inativa\. Entre em contato com o suporte\.|Sua sessão terminou\. Entre novamente\./,
      )
      .waitFor({ timeout: 60_000 })
    await withDatabase((sql) => sql`update users set is_active = false where uid = ${boss.uid}`)
    // Without any input: the screen polls by itself.
    await told
    await page.getByRole('button', { name: 'Entrar' }).waitFor()
    await expect.poll(() => page.getByText(fan.nickname).count()).toBe(0)
    await page.goto('/admin/users')
    await page.getByRole('button', { name: 'Entrar' }).waitFor()
    await visitor.end()
  },
)

test('two people write off a debt, which appears in its owner’s statement', RELEASE, async () => {
  const fan = await newFan({ centavos: 150_000 })
  const [payment] = await paymentsOf(fan)
  await withDatabase(
    (sql) => sql`
      select ledger.post(${sql.json([
        {
          id: `spent:${fan.uid}`,
          kind: 'spent',
          debit: `fan:${fan.uid}:available`,
          credit: 'platform:revenue',
          amount: 150_000,
        },
      ])})`,
  )
  const dispute = await atProcessor<{ id: string }>('disputes', {
    payment_intent: await intentOf(payment?.uid ?? ''),
  })
  await expect.poll(async () => (await balanceOf(fan)).balance, { timeout: 20_000 }).toBe(-150_000)
  await atProcessor(`disputes/${dispute.id}`, { status: 'lost' })
  const ended = () =>
    withDatabase(
      (sql) => sql`select from private.disputes where provider_id = ${dispute.id} and status = 'lost'`,
    )
  await expect.poll(async () => (await ended()).length, { timeout: 20_000 }).toBe(1)

  const listed = await visitAsAdmin('/admin/requests?tab=debts', DESKTOP)
  await listed.page.getByRole('searchbox').fill(fan.email)
  await listed.page.getByRole('link', { name: `Escrever a ${fan.email}` }).waitFor()
  await expectFitting(listed.page, 'debtors')
  // All that narrows the list is in one row on a desk.
  const middle = async (locator: Locator) => {
    const box = await locator.boundingBox()
    return box && Math.round(box.y + box.height / 2)
  }
  expect(await middle(listed.page.getByRole('radiogroup', { name: 'Quais dívidas' }))).toBe(
    await middle(listed.page.getByRole('searchbox')),
  )
  await shot(listed.page, 'admin-debtors-desktop')
  await listed.page.getByRole('button', { name: /^Perdoar a dívida de R\$\s1\.500,00 de/ }).click()
  await listed.page
    .getByRole('dialog', { name: '_perdoar dívida' })
    .getByRole('cell', { name: '− R$ 1.500,00' })
    .waitFor()
  await listed.end()

  // Nobody is offered to forgive what they owe themselves.
  const beRole = (role: string) =>
    withDatabase((sql) => sql`update users set role = ${role} where uid = ${fan.uid}`)
  await beRole('admin')
  const debtor = await visit({ viewport: DESKTOP })
  for (const path of [`/admin/users/${fan.uid}`, `/admin/requests?tab=debts&person=${fan.uid}`]) {
    await enter(debtor.page, fan, path)
    await debtor.page.getByText('Outra pessoa da administração decide.').waitFor()
    expect(await debtor.page.getByRole('button', { name: /^Perdoar/ }).count()).toBe(0)
  }
  await expectFitting(debtor.page, 'an own debt')
  await debtor.end()
  await beRole('user')

  const visitor = await visitAsAdmin(`/admin/users/${fan.uid}`, PHONE)
  const { page } = visitor
  await page.getByText(/A pessoa deve R\$\s1\.500,00\./).waitFor()
  await page.getByRole('button', { name: 'Perdoar dívida' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('As linhas abaixo só são escritas quando ela aprovar.').waitFor()
  await dialog
    .getByRole('region', { name: 'Como ficam as contas' })
    .getByRole('cell', { name: '− R$ 1.500,00' })
    .waitFor()
  await dialog.getByRole('button', { name: 'Pedir perdão da dívida' }).click()
  await dialog.getByText('Campo obrigatório').waitFor()
  await expectFitting(page, 'writing a debt off')
  await shot(page, 'admin-write-off-phone')
  await dialog.getByLabel('Motivo').fill('acordo com a pessoa')
  await dialog.getByRole('button', { name: 'Pedir perdão da dívida' }).click()
  await page.getByText('Pedido registrado. Falta a aprovação de outra pessoa.').waitFor()
  await page.getByText('Falta uma aprovação').waitFor()
  await expectFitting(page, 'a debt that waits')
  await visitor.end()

  const second = await newAdmin()
  const other = await visit({ viewport: DESKTOP })
  await enter(other.page, second, '/admin/requests')
  await other.page.getByRole('tab', { name: 'Dívidas' }).click()
  await other.page.getByText('Perdões à espera').click()
  await other.page.getByRole('searchbox').fill(fan.email)
  await other.page.getByText('acordo com a pessoa').waitFor()
  await expectFitting(other.page, 'debts that wait')
  await other.page.getByRole('button', { name: /^Aprovar perdão de R\$\s1\.500,00$/ }).click()
  // The second person sees why, and what it writes, as the first one did.
  const agreeing = other.page.getByRole('dialog')
  await agreeing.getByText('acordo com a pessoa').waitFor()
  await agreeing.getByText('Aprovações até agora').waitFor()
  await agreeing
    .getByRole('region', { name: 'Como ficam as contas' })
    .getByRole('cell', { name: '− R$ 1.500,00' })
    .waitFor()
  await shot(other.page, 'admin-agreeing-desktop')
  await agreeing.getByRole('button', { name: 'Aprovar' }).click()
  await other.page.getByText('Dívida perdoada. O saldo voltou a zero.').waitFor()
  await other.page
    .getByText('Nenhum perdão de dívida espera aprovação.')
    .or(other.page.getByText('Nada encontrado'))
    .first()
    .waitFor()
  await other.end()

  expect((await balanceOf(fan)).balance).toBe(0)
  const theirs = await visit()
  await enter(theirs.page, fan, '/statement')
  await theirs.page.getByText('Dívida perdoada pela casa').waitFor()
  await theirs.end()
  await mailTo(fan.email, /Dívida perdoada: R\$\s1\.500,00/)
})

test('unclaimed money of an erased account is shown, and handed over once', RELEASE, async () => {
  const fan = await newFan({ centavos: 3000 })
  const [payment] = await paymentsOf(fan)
  const uid = payment?.uid ?? ''
  const body = { amount: 3000, destination: 'card', reason: 'pediu para sair', despitePlay: false }
  await call(`/api/v1/admin/activity/${uid}/refunds`, { token: await adminToken(), body })
  const sentBy = () =>
    withDatabase(async (sql) => {
      const [row] = await sql<{ providerId: string }[]>`
        select provider_id as "providerId" from private.refunds
        where status = 'done' and payment_id = (select id from payments where uid = ${uid})`
      return row?.providerId
    })
  await expect.poll(sentBy, { timeout: 30_000 }).toBeTruthy()
  await call('/api/v1/erase-account', { token: fan.session.access_token, body: { email: fan.email } })
  // The card has been cancelled as well.
  await atProcessor(`refunds/${await sentBy()}/fail`, {})

  const visitor = await visitAsAdmin(`/admin/activity/${uid}`, PHONE)
  const { page } = visitor
  await untilShown(page, 'R$ 30,00 deste pagamento voltaram depois que a pessoa apagou a conta.')
  await expectFitting(page, 'money of an erased account')
  await page.getByRole('button', { name: 'Registrar entrega por fora' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Registrar entrega por fora' }).click()
  await dialog.getByText('Campo obrigatório').waitFor()
  await dialog.getByLabel('Como foi entregue').fill('PIX E1234, documento conferido')
  await expectFitting(page, 'handing over')
  await dialog.getByRole('button', { name: 'Registrar entrega por fora' }).click()
  await page.getByText('Entrega de R$ 30,00 registrada.').waitFor()
  await page.getByRole('button', { name: 'Registrar entrega por fora' }).waitFor({ state: 'detached' })
  await page.getByText('Entregue por fora', { exact: true }).waitFor()
})
