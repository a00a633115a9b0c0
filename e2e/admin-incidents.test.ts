/** The bad day of somebody who reads no code: what went wrong is found from the first screen, understood and mended there. */
import type { Locator, Page } from '@playwright/test'
import { expectFitting } from './accessibility.ts'
import { visitAsAdmin } from './admins.ts'
import { DESKTOP, expect, PHONE, RELEASE, shot, test, withDatabase } from './fixtures.ts'
import { balanceOf, newFan } from './people.ts'

const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text })

/** An amount that no other journey moves, in centavos. */
const odd = () => 1_000 + Math.floor(Math.random() * 3_000)
const inReais = (centavos: number) => `R$\u00a0${(centavos / 100).toFixed(2).replace('.', ',')}`

for (const { name, viewport } of [
  { name: 'phone', viewport: PHONE },
  { name: 'desktop', viewport: DESKTOP },
])
  test(`a line of the ledger that is nobody’s is found and taken back: ${name}`, RELEASE, async () => {
    const fan = await newFan({ centavos: 5000 })
    const amount = odd()
    const line = `odd:${crypto.randomUUID()}`
    await withDatabase(
      (sql) =>
        sql`select ledger.post(${sql.json([
          { id: line, kind: 'odd', debit: `fan:${fan.uid}:available`, credit: 'payouts:under_way', amount },
        ])})`,
    )
    const visitor = await visitAsAdmin('/admin/logs?tab=troubles', viewport)
    const { page } = visitor
    await page.getByRole('button', { name: 'Olhar agora' }).click()
    const found = rowOf(page, `Repasses a caminho: ${inReais(amount)} a mais`)
    await found
      .getByText('O dinheiro separado para repasses não é o dos repasses abertos')
      .waitFor({ timeout: 30_000 })
    await expectFitting(page, `faults on a ${name}`)
    await shot(page, `admin-faults-${name}`)
    await page.goto('/admin/dashboard')
    const today = page.getByRole('region', { name: 'O que espera por você' })
    await today.getByRole('link', { name: /^O que fazer: contas? que não fecha/ }).click()
    await page.waitForURL('**/admin/guide#TuneBooksDoNotAgree')
    await page.getByRole('heading', { name: 'As contas não fecham' }).waitFor()
    await expectFitting(page, `the guide on a ${name}`)
    await shot(page, `admin-guide-${name}`)
    await page.goBack()
    await shot(page, `admin-today-faults-${name}`)
    await today
      .getByRole('link', { name: /contas? que não fecham? no livro-razão/ })
      .first()
      .click()

    await found.getByRole('button', { name: /^Ver correções/ }).click()
    const dialog = page.getByRole('dialog', { name: '_corrigir o livro-razão' })
    await dialog.getByText('não é de nenhum pedido conhecido').waitFor()
    const preview = dialog.getByRole('region', { name: 'Como ficam as contas' })
    await preview
      .getByText(`Nova linha: ${inReais(amount)} de Repasses a caminho para Saldo livre de Duda Plateia`)
      .waitFor()
    await preview.getByRole('cell', { name: inReais(5000) }).waitFor()
    await expect(dialog.getByRole('button', { name: 'Corrigir' })).toBeInViewport({ ratio: 1 })
    await dialog.getByLabel('Por que esta correção').fill('A linha não é de nenhum repasse.')
    await expectFitting(page, `correcting on a ${name}`)
    await shot(page, `admin-correct-${name}`)
    await dialog.getByRole('button', { name: 'Corrigir' }).click()
    await page.getByText('Corrigido. A próxima ronda confirma.').waitFor()
    await found.waitFor({ state: 'detached' })
    expect((await balanceOf(fan)).balance).toBe(5000)
  })

test(
  'webhooks that were refused are told of, with what to compare and the page of the guide',
  RELEASE,
  async () => {
    await withDatabase(
      (sql) => sql`insert into private.outside_faults (name, times) values ('card_webhook', 3)`,
    )
    const { page } = await visitAsAdmin('/admin/logs?tab=troubles', DESKTOP)
    await page.getByRole('button', { name: 'Olhar agora' }).click()
    const found = rowOf(page, 'Avisos do processador de cartões chegam com assinatura errada')
    await found.getByText('compara STRIPE_WEBHOOK_SECRET').waitFor({ timeout: 30_000 })
    await expectFitting(page, 'refused webhooks')
    await shot(page, 'admin-refused-webhooks')
    await page.goto('/admin/dashboard')
    const today = page.getByRole('region', { name: 'O que espera por você' })
    await today.getByRole('link', { name: /^O que fazer: tipos? de aviso que recusamos/ }).click()
    await page.waitForURL('**/admin/guide#TuneWebhooksOfStrangers')
    await page.getByRole('heading', { name: 'Avisos recusados' }).waitFor()
    await withDatabase((sql) => sql`delete from private.outside_faults where name = 'card_webhook'`)
  },
)

test('a job that always fails says whose it is, is tried, and closed with a note', async () => {
  const fan = await newFan()
  const marker = `no-such-template-${crypto.randomUUID()}`
  await withDatabase(async (sql) => {
    const payload = { to: fan.email, language: 'pt', template: marker, data: {} }
    const [job] = await sql`
      select id from graphile_worker.add_job('send-mail', ${sql.json(payload)}::json, run_at => now() + interval '1 day')`
    await sql`
      update graphile_worker._private_jobs set attempts = 9, max_attempts = 60, last_error = ${marker}
      where id = ${Number(job?.id)}`
  })
  const visitor = await visitAsAdmin('/admin/logs?tab=jobs', DESKTOP)
  const { page } = visitor
  const failed = rowOf(page, 'Um e-mail não sai')
    .filter({ has: page.getByRole('link', { name: 'Duda Plateia' }) })
    .filter({
      hasText: marker,
    })
  await failed.getByText('9 tentativas, e continua tentando sozinha').waitFor()
  await expectFitting(page, 'jobs that fail')
  await shot(page, 'admin-jobs')
  await failed.getByRole('button', { name: /^Encerrar com uma nota/ }).click()
  const dialog = page.getByRole('dialog', { name: '_encerrar' })
  await dialog.getByRole('button', { name: 'Encerrar com uma nota' }).click()
  await dialog.getByText('Campo obrigatório').waitFor()
  await dialog.getByLabel('O que foi feito').fill('Avisada por telefone.')
  await dialog.getByRole('button', { name: 'Encerrar com uma nota' }).click()
  await failed.waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: 'Auditoria' }).click()
  await page.getByRole('searchbox').fill('Avisada por telefone')
  await rowOf(page, 'Avisada por telefone.').first().waitFor()
})

test('a refused webhook says whose payment it is, and is closed with a note', RELEASE, async () => {
  const fan = await newFan({ centavos: 5000 })
  const event = `evt_${crypto.randomUUID()}`
  await withDatabase(async (sql) => {
    const [payment] = await sql`select uid from payments where user_id = ${fan.uid}`
    const payload = { data: { object: { metadata: { payment: String(payment?.uid) } } } }
    await sql`
      insert into private.webhook_events (id, provider, type, payload, processed_at, outcome)
      values (${event}, 'stripe', 'charge.updated', ${sql.json(payload)}, now(), 'refused: malformed')`
  })
  const visitor = await visitAsAdmin('/admin/logs?tab=webhooks', PHONE)
  const { page } = visitor
  await page.getByRole('searchbox').fill(event)
  const refused = rowOf(page, event)
  await refused.getByRole('link', { name: 'pagamento de Duda Plateia' }).waitFor()
  await expectFitting(page, 'a refused webhook')
  await shot(page, 'admin-webhook-phone')
  await refused.getByRole('button', { name: `Encerrar com uma nota: ${event}` }).click()
  const dialog = page.getByRole('dialog', { name: '_encerrar' })
  await dialog.getByLabel('O que foi feito').fill('Nada a acertar.')
  await dialog.getByRole('button', { name: 'Encerrar com uma nota' }).click()
  await refused.waitFor({ state: 'detached' })
})
