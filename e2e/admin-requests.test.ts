/** Requests and logs in the back office: withdrawals, project proposals, and failures. */
import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectWithin } from './accessibility.ts'
import { visitAsAdmin } from './admins.ts'
import { DESKTOP, expect, mailTo, PHONE, RELEASE, shot, test, visit, withDatabase } from './fixtures.ts'
import { isFocused } from './focus.ts'
import { balanceOf, call, enter, type Fan, newAdmin, newFan } from './people.ts'

const ask = (fan: Fan, amount: number) =>
  call('/api/v1/redeem-balance', {
    token: fan.session.access_token,
    body: { pixKeyType: 'email', pixKey: fan.email, amount },
  })
const search = (page: Page, text: string) => page.getByRole('searchbox').fill(text)
const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text })

async function expectFitting(page: Page, name: string): Promise<void> {
  await page.locator('html').evaluate((html) => html.setAttribute('data-theme', 'dark'))
  await expectAccessible(page, name)
  await page.locator('html').evaluate((html) => html.setAttribute('data-theme', 'light'))
  await expectWithin(page, name)
}

test('one withdrawal is approved, paid and announced; another is rejected with a reason', async () => {
  const fan = await newFan({ centavos: 10_000 })
  await ask(fan, 4000)
  await ask(fan, 1500)
  await withDatabase(
    (sql) => sql`
      insert into private.disputes (provider_id, payment_id, user_id, amount, fan_part, reason, status, ended_at)
      select 'dp_' || uid, id, user_id, 1200, 0, 'general', 'lost', now() from payments where user_id = ${fan.uid}`,
  )
  const visitor = await visitAsAdmin('/admin/requests', PHONE)
  const { page } = visitor
  await page.getByRole('heading', { name: '_solicitações' }).waitFor()
  await search(page, fan.email)
  await expect.poll(() => page.getByRole('row').filter({ hasText: fan.nickname }).count()).toBe(2)
  await expectFitting(page, 'withdrawals')

  // What a bank has disputed is said in the row, and where it is decided.
  await page.getByText('Tem contestação perdida de R$ 12,00.').first().waitFor()
  await page.getByRole('button', { name: `Aprovar R$ 40,00 de ${fan.email}` }).click()
  await page.getByRole('dialog').getByText('Tem contestação perdida de R$ 12,00.').waitFor()
  await page.getByRole('dialog').getByText('não dá para voltar atrás').waitFor()
  await expectFitting(page, 'approving')
  await page.getByRole('dialog').getByRole('button', { name: 'Aprovar' }).click()
  await page.getByText('Resgate aprovado. O pagamento está a caminho.').waitFor()

  await page.getByRole('button', { name: `Recusar R$ 15,00 de ${fan.email}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Recusar' }).click()
  await dialog.getByText('Campo obrigatório').waitFor()
  await expectFitting(page, 'rejecting')
  await dialog.getByLabel('Motivo').fill('a chave é de outra pessoa')
  await dialog.getByRole('button', { name: 'Recusar' }).click()
  await page.getByText('Resgate recusado. O valor voltou ao saldo.').waitFor()

  // The provider takes a moment; the list polls while a payment is under way.
  await page.getByRole('radio', { name: 'Todos' }).click()
  await rowOf(page, 'R$ 40,00')
    .getByText(/^Aprovado por Duda Plateia em \d\d\/\d\d\/\d{4} \d\d:\d\d$/)
    .waitFor()
  await rowOf(page, 'R$ 40,00').getByText('Pago', { exact: true }).waitFor({ timeout: 30_000 })
  await rowOf(page, 'R$ 15,00').getByText('a chave é de outra pessoa').waitFor()
  expect(await balanceOf(fan)).toEqual({ balance: 6000, totalBided: 0 })
  await visitor.end()

  await mailTo(fan.email, /Resgate pago: R\$ 40,00/)
  const rejection = await mailTo(fan.email, /Resgate recusado: R\$ 15,00/)
  expect(rejection.text).toContain('a chave é de outra pessoa')
  const theirs = await visit()
  await enter(theirs.page, fan, '/redeem-balance')
  await theirs.page.getByText('Pago', { exact: true }).waitFor()
  await theirs.page.getByText('Motivo: a chave é de outra pessoa').waitFor()
  await theirs.page.getByText('O valor voltou ao seu saldo.').first().waitFor()
  await theirs.page.getByRole('link', { name: 'Falar com o suporte' }).click()
  await expect(theirs.page.getByLabel('Mensagem')).toHaveValue(
    /^Sobre o resgate de R\$\s15,00, pedido em .* e recusado: $/,
  )
  await expect(theirs.page.getByLabel('Assunto')).toHaveValue('Saques')
  await theirs.end()

  const trail = await visitAsAdmin('/admin/logs', DESKTOP)
  await rowOf(trail.page, 'Aprovou resgate').first().getByText('pedido', { exact: true }).waitFor()
  const rejected = rowOf(trail.page, 'a chave é de outra pessoa')
  await rejected.waitFor()
  await expectFitting(trail.page, 'audit trail')
  await rejected.locator('a[href*="/admin/requests"]').click()
  await trail.page.getByRole('heading', { name: '_solicitações' }).waitFor()
  await rowOf(trail.page, 'R$ 15,00').getByText('a chave é de outra pessoa').waitFor()
  expect(await trail.page.locator('tbody tr').count()).toBe(1)
})

test(
  'a second tab on a decision says what was decided, when and by whom, and a row leads to its person',
  RELEASE,
  async () => {
    const fan = await newFan({ centavos: 10_000 })
    await ask(fan, 3300)
    const tabs = [
      await visitAsAdmin('/admin/requests', DESKTOP),
      await visit({ viewport: DESKTOP, allowed: /409/ }),
    ] as const
    const [{ page }, { page: other }] = tabs
    await enter(other, await newAdmin(), '/admin/requests')
    for (const tab of [page, other]) await search(tab, fan.email)
    await other.getByRole('button', { name: `Recusar R$ 33,00 de ${fan.email}` }).click()
    await other.getByRole('dialog').getByLabel('Motivo').fill('a chave é de outra pessoa')
    await page.getByRole('button', { name: `Aprovar R$ 33,00 de ${fan.email}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Aprovar' }).click()
    await page.getByText('Resgate aprovado. O pagamento está a caminho.').waitFor()
    await other.getByRole('dialog').getByRole('button', { name: 'Recusar' }).click()
    await other
      .getByText(/^Já foi decidido\. Agora: (Em pagamento|Pago) · Aprovado por Duda Plateia em \d\d\//)
      .waitFor()
    await shot(other, 'admin-decided-meanwhile-desktop')
    await other.getByRole('dialog').waitFor({ state: 'detached' })
    await other.getByRole('radio', { name: 'Todos' }).click()
    const row = other.getByRole('row').filter({ hasText: fan.nickname })
    await row.getByText(/^Aprovado por Duda Plateia em/).waitFor()
    await expectFitting(other, 'all withdrawals')
    // From the keyboard the row's person comes first.
    await other.keyboard.press('j')
    await expect.poll(() => isFocused(row.getByRole('link').first())).toBe(true)
    await other.keyboard.press('Enter')
    await other.waitForURL(`**/admin/users/${fan.uid}`)
    for (const tab of tabs) await tab.end()
  },
)

test('a proposal is read and declined kindly; another leads to the project form', RELEASE, async () => {
  const [declined, accepted] = [await newFan(), await newFan()]
  for (const fan of [declined, accepted]) {
    await call('/rest/v1/register_projects', {
      token: fan.session.access_token,
      body: { user_id: fan.uid, message: 'Um disco inteiro gravado numa garagem.' },
    })
  }
  const visitor = await visitAsAdmin('/admin/requests?tab=proposals', DESKTOP)
  const { page } = visitor
  await search(page, declined.email)
  await rowOf(page, declined.nickname).getByText('Nova').waitFor()
  const menu = page.getByRole('navigation', { name: 'Menu da administração' }).getByRole('link')
  // Beside an entry stands how much waits there.
  const entries = async () => (await menu.allInnerTexts()).map((entry) => entry.split('\n')[0])
  await expect
    .poll(entries)
    .toEqual([
      'Painel',
      'Atividade',
      'Projetos',
      'Artistas',
      'Usuários',
      'Solicitações',
      'Suporte',
      'Contabilidade',
      'Notas fiscais',
      'Logs',
      'Equipe',
      'O que fazer',
    ])
  await page.getByRole('button', { name: `Ler a proposta de ${declined.email}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Recusar' }).click()
  await dialog.getByText('Campo obrigatório').waitFor()
  await expectFitting(page, 'a proposal')
  await dialog.getByLabel('Sua mensagem').fill('Ouvimos tudo e esperamos o próximo.')
  await dialog.getByRole('button', { name: 'Recusar' }).click()
  await rowOf(page, declined.nickname).getByText('Recusada').waitFor()
  const mail = await mailTo(declined.email, /Sobre o projeto que você propôs/)
  expect(mail.text).toContain('Ouvimos tudo e esperamos o próximo.')

  await search(page, accepted.email)
  await page.getByRole('button', { name: `Ler a proposta de ${accepted.email}` }).click()
  await page.getByRole('dialog').getByLabel('Sua mensagem').fill('Falamos na terça?')
  await page.getByRole('dialog').getByRole('button', { name: 'Aceitar e criar projeto' }).click()
  await page.getByRole('dialog').getByText('A pessoa recebe já o e-mail', { exact: false }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Aceitar e avisar' }).click()
  await page.waitForURL(/\/admin\/projects\/create\?proposal=\d+$/)
  expect((await mailTo(accepted.email, /Seu projeto foi aceito/)).text).toContain('Falamos na terça?')
})

test('failures are listed on a phone, and dealt with', RELEASE, async () => {
  const name = `evt_${Date.now()}`
  await withDatabase(async (sql) => {
    await sql`
      insert into private.webhook_events (id, provider, type, payload, processed_at, outcome)
      values (${name}, 'stripe', 'charge.updated', '{}', now(), 'refused: malformed')`
    await sql`
      select graphile_worker.add_job('prune', run_at => now() + interval '1 day', max_attempts => 1)`
    await sql`
      update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'no room for ana@tune.test'
      where max_attempts = 1`
  })
  const visitor = await visitAsAdmin('/admin/logs', PHONE)
  const { page } = visitor
  // However many tabs there are, none is beyond the edge.
  for (const tab of await page.getByRole('tab').all()) {
    const box = await tab.boundingBox()
    expect((box?.x ?? PHONE.width) + (box?.width ?? 0)).toBeLessThanOrEqual(PHONE.width)
  }
  await page.getByRole('tab', { name: 'Tarefas' }).click()
  const failed = rowOf(page, 'Uma tarefa de manutenção falha').first()
  await failed.locator('summary').click()
  await failed.getByText('no room for •••', { exact: false }).waitFor()
  await expectFitting(page, 'failed jobs')
  await failed.getByRole('button', { name: /^Encerrar com uma nota/ }).click()
  const dialog = page.getByRole('dialog', { name: '_encerrar' })
  await dialog.getByLabel('O que foi feito').fill('Roda de novo amanhã.')
  await expectFitting(page, 'giving a job up')
  await dialog.getByRole('button', { name: 'Encerrar com uma nota' }).click()
  await page.getByText('Encerrado. A nota está na auditoria.').waitFor()

  await page.getByRole('tab', { name: 'Blockchain' }).click()
  await page.waitForURL('**/admin/logs?tab=chain')
  await page.getByRole('searchbox').waitFor()
  await expectFitting(page, 'failed operations')
  await page.getByRole('tab', { name: 'Webhooks' }).click()
  await search(page, name)
  await expectFitting(page, 'webhooks')
  await page.getByRole('button', { name: `Reaplicar ${name}` }).click()
  // Replayed, the event turns out not to concern us.
  await page.getByText('Feito. O resultado aparece em instantes.').last().waitFor()
  await page.getByText(`Nada encontrado para “${name}”.`).waitFor({ timeout: 20_000 })
  await withDatabase(async (sql) => {
    const outcome = await sql`select outcome from private.webhook_events where id = ${name}`
    expect(outcome).toEqual([{ outcome: 'ignored: other type' }])
  })
  await page.getByRole('tab', { name: 'Conferência' }).click()
  await page.getByRole('button', { name: 'Conferir agora' }).click()
  await page.getByText('Conferência pedida.').waitFor()
  // The result appears by itself.
  await page
    .getByText(/Tudo confere|diferença/)
    .first()
    .waitFor({ timeout: 30_000 })
  await expectFitting(page, 'ledger check')
  // Opened by its address, the selected tab is in view although the row of tabs is wider than the screen.
  await page.reload()
  const chosen = page.getByRole('tab', { name: 'Conferência', selected: true })
  await chosen.waitFor()
  await expect
    .poll(async () => {
      const box = await chosen.boundingBox()
      return (box?.x ?? 0) + (box?.width ?? 0)
    })
    .toBeLessThanOrEqual(PHONE.width)
  await page.getByRole('tab', { name: 'Auditoria' }).click()
  await rowOf(page, name).getByText('Reaplicou webhook').waitFor()
})
