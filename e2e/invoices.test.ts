/** Service invoices: refused for a document that is missing, sent again from the back office, and on the fan's receipt. */
import { readEnv } from '../server/env.ts'
import { createServiceInvoices } from '../server/platform/adapters/service-invoices/service-invoices.ts'
import { connect } from '../server/platform/db/sql.ts'
import { issueInvoices } from '../server/product/invoices/issue-invoices.ts'
import { type Authority, createAuthority } from '../server/testing/certificates.ts'
import { TEST_ENV } from '../server/testing/market.ts'
import { expectAccessible, expectWithin } from './accessibility.ts'
import { buyAndReceive, newProject } from './auctions.ts'
import { DESKTOP, expect, PHONE, RELEASE, shot, test, visit, withDatabase, world } from './fixtures.ts'
import { expectLanguage } from './languages.ts'
import { enter, type Fan, newAdmin, newFan } from './people.ts'
import { moveToSecondServer } from './second-server.ts'

/** Covers are at the first server's address. */
const COVERS = /img-src/
let authority: Authority
let settings: Record<string, string>
test.beforeAll(async () => {
  authority = await createAuthority()
  const { cert, key } = await authority.issue('company', 1, 'rsa')
  settings = {
    NFSE_INVOICES: 'sales,fees',
    NFSE_SINCE: '2099-01-01',
    NFSE_URL: `${world.emulators}/invoices`,
    NFSE_LOOKUP_URL: `${world.emulators}/invoices/consulta?chave=`,
    NFSE_ENVIRONMENT: 'restricted',
    NFSE_CLIENT_CERT: cert,
    NFSE_CLIENT_KEY: key,
    NFSE_CNPJ: '11222333000181',
    NFSE_CITY: '3550308',
    NFSE_SALE_SERVICE: '010901',
    NFSE_FEE_SERVICE: '100501',
  }
})
test.afterAll(async () => {
  await authority.remove()
})
let endServer: () => Promise<void> = async () => {}
test.afterEach(async () => {
  await endServer()
  endServer = async () => {}
})

/** The job, for what is due: nothing else in this world gets invoices. */
async function runJob(change: Record<string, string> = {}): Promise<void> {
  const env = readEnv({ ...TEST_ENV, DATABASE_URL: world.databaseUrl, ...settings, ...change })
  const sql = connect(world.databaseUrl, { max: 2, name: 'invoices' })
  try {
    await issueInvoices({ sql, env, serviceInvoices: createServiceInvoices(env) })
  } finally {
    await sql.end()
  }
}

/** A sale whose two invoices are due. */
async function soldOne(): Promise<{ fan: Fan; projectName: string }> {
  const fan = await newFan({ centavos: 5000 })
  const { uid, projectName } = await newProject({ supply: 2, price: 2000 })
  await buyAndReceive(fan, uid)
  await withDatabase(
    (sql) => sql`
      insert into private.service_invoices (subject, mint_id, amount, series, number)
      select subject, mints.id, case subject when 'sale' then amount else 200 end, 1, extract(epoch from clock_timestamp())::bigint * 10 + place
      from mints join projects on projects.id = project_id
      cross join unnest(array['sale', 'fee']) with ordinality as wanted (subject, place)
      where projects.uid = ${uid}`,
  )
  return { fan, projectName }
}

test('a refused one says what to do, goes out again, and the fan finds theirs on the receipt', async () => {
  const { fan, projectName } = await soldOne()
  endServer = await moveToSecondServer(settings)
  await runJob()
  const office = await visit({ viewport: DESKTOP, allowed: COVERS })
  const { page } = office
  await enter(page, await newAdmin(), '/admin/invoices')
  const row = page.getByRole('row').filter({ hasText: projectName })
  await row.getByText('Falta o CPF ou CNPJ do artista').waitFor()
  await expectAccessible(page, 'invoices')
  await expectWithin(page, 'invoices')
  await shot(page, 'admin-invoices-desktop')
  await row.getByRole('link', { name: 'Abrir o artista' }).click()
  await page.getByRole('heading', { name: 'Retenções' }).waitFor()
  const part = page.locator('section', { has: page.getByRole('heading', { name: 'Retenções' }) })
  await part.getByRole('button', { name: 'Preencher' }).click()
  await page.getByLabel('CPF ou CNPJ').fill('111.444.777-34')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Confira os números.').waitFor()
  await page.getByLabel('CPF ou CNPJ').fill('111.444.777-35')
  await page.getByLabel('IRRF (%)').fill('1,5')
  await expectAccessible(page, 'the dialog of taxes')
  await shot(page, 'admin-taxes-desktop')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await part.getByText('1,5%').waitFor()
  await shot(page, 'admin-artist-taxes-desktop')
  await page.goBack()
  await row.getByRole('button', { name: /Mandar de novo/ }).click()
  await row.waitFor({ state: 'detached' })
  await runJob()
  await page
    .getByRole('radio', { name: 'Todas' })
    .or(page.getByRole('tab', { name: 'Todas' }))
    .first()
    .click()
  await row.filter({ hasText: 'Taxa da plataforma' }).getByText('Emitida').waitFor()
  await shot(page, 'admin-invoices-all-desktop')
  await page.getByRole('button', { name: 'Filtros' }).click()
  await page.getByLabel('Situação').selectOption('refused')
  await page.waitForURL(/which=all.*status=refused|status=refused.*which=all/)
  await row.first().waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Tirar o filtro Situação: Recusada' }).click()
  await row.first().waitFor()
  await office.end()

  const visitor = await visit({ viewport: PHONE, allowed: COVERS })
  await enter(visitor.page, fan, '/statement')
  await visitor.page.getByRole('link').filter({ hasText: projectName }).first().click()
  const link = visitor.page.getByRole('link', { name: /Nota fiscal \(NFS-e\) nº \d+/ })
  await link.waitFor()
  await expectAccessible(visitor.page, 'a receipt with an invoice')
  await expectWithin(visitor.page, 'a receipt with an invoice')
  await shot(visitor.page, 'receipt-invoice-phone')
  expect((await fetch((await link.getAttribute('href')) ?? '')).status).toBe(200)
  await visitor.end()
})

test(
  'one that the tax office does not answer is a line that says so, and goes out by itself',
  RELEASE,
  async () => {
    const { projectName } = await soldOne()
    endServer = await moveToSecondServer(settings)
    const office = await visit({ viewport: DESKTOP, allowed: COVERS })
    const { page } = office
    const row = page.getByRole('row').filter({ hasText: projectName })
    await expect(runJob({ NFSE_URL: 'http://127.0.0.1:1' })).rejects.toThrow('had no answer')
    // What lasts ten minutes is for somebody to look at.
    await withDatabase(
      (sql) => sql`
      update private.service_invoices set troubled_at = troubled_at - interval '10 minutes' where troubled_at is not null`,
    )
    await enter(page, await newAdmin(), '/admin/invoices')
    await row.getByText('Ainda não saiu').waitFor()
    await row.getByText('A Receita não responde, ou está em manutenção.', { exact: false }).waitFor()
    await row.getByText('não saem duas notas', { exact: false }).waitFor()
    await expectAccessible(page, 'an invoice without an answer')
    await expectWithin(page, 'an invoice without an answer')
    await shot(page, 'admin-invoices-trouble-desktop')
    await page.setViewportSize(PHONE)
    await expectWithin(page, 'an invoice without an answer on a phone')
    await shot(page, 'admin-invoices-trouble-phone')
    await runJob()
    await page.setViewportSize(DESKTOP)
    await page.goto('/admin/invoices?which=all')
    await row.filter({ hasText: 'Venda' }).getByText('Emitida').waitFor()
    await office.end()
  },
)

test('in English, on a phone, and where they are off', RELEASE, async () => {
  const { projectName } = await soldOne()
  await runJob()
  const visitor = await visit({ viewport: PHONE, locale: 'en-GB' })
  const { page } = visitor
  await enter(page, await newAdmin({ language: 'en' }), '/admin/invoices')
  await page.getByText('Invoices are off: none are issued').waitFor()
  await page.getByText(projectName).first().waitFor()
  await expectLanguage(page, 'en')
  await expectAccessible(page, 'invoices in English')
  await expectWithin(page, 'invoices in English')
  await shot(page, 'admin-invoices-phone')
  await page
    .getByRole('button', { name: /Deal with the invoice/ })
    .first()
    .click()
  await page.getByLabel('What was done').fill('Issued in the portal')
  await page.getByRole('dialog').getByRole('button', { name: 'Deal with' }).click()
  await page.getByText('Noted.').waitFor()
  await visitor.end()
})
