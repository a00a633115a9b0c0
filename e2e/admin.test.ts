/** The back office: access, a project from its form to a fan's dashboard, the lists and the figures. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type { Page as PageOf } from '#server/product/api/call.ts'
import type { AdminPaymentWire } from '#server/product/payments/wire.ts'
import { expectAccessible, expectWithin } from './accessibility.ts'
import { newProject } from './auctions.ts'
import { expectToast, plain } from './bidding.ts'
import { DESKTOP, expect, PHONE, RELEASE, shot, test, type Visit, visit, withDatabase } from './fixtures.ts'
import { buyWithBalance, call, enter, fileAdmin, newAdmin, newFan } from './people.ts'

const COVER = join(import.meta.dirname, '../db/seed/covers/mare-cheia.webp')
/** Three pixels wide and two high. */
const OBLONG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEklEQVQImWM448IAQVDqjAsDAEScBmEGHTXYAAAAAElFTkSuQmCC',
  'base64',
)

/** This file's administrator, who signs in on the way to the back office. */
async function visitAsAdmin(): Promise<Visit> {
  const { email, password } = await fileAdmin()
  const visitor = await visit({ viewport: DESKTOP })
  const { page } = visitor
  await page.goto('/admin')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.waitForURL('**/admin/dashboard')
  return visitor
}

/** In both themes, whichever is active. */
async function expectAccessibleByDay(page: Page, name: string): Promise<void> {
  await page.locator('html').evaluate((html) => html.setAttribute('data-theme', 'dark'))
  await expectAccessible(page, name)
  await page.locator('html').evaluate((html) => html.setAttribute('data-theme', 'light'))
}

/** Goes to the fans' side and waits for its websocket: leaving while it connects logs an error. */
async function lively(page: Page, come: () => Promise<void>): Promise<void> {
  const stands = page.waitForEvent('websocket').then((line) => line.waitForEvent('framereceived'))
  await Promise.all([stands, come()])
}

const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text })

/** The button reloads the list. */
async function expectRefresh(page: Page, list: string): Promise<void> {
  await Promise.all([
    page.waitForRequest((request) => request.url().includes(`/api/v1/admin/${list}?`)),
    page.getByRole('button', { name: 'Atualizar', exact: true }).click(),
  ])
}

/** The list, answered with a payment in each status. */
async function expectStatusLabels(page: Page): Promise<void> {
  const labels = [
    ['pending', 'Pendente'],
    ['failed', 'Falha'],
    ['succeded-token', 'Saldo atualizado'],
    ['succeded-mint', '$TUNE disponível'],
    ['succeded-bided', 'Lance enviado'],
    ['succeded-winner', 'Lance ganhador'],
    ['failed-bided', 'Falha no lance'],
    ['succeded-mint', 'Desfeita'],
    ['succeded-bided', 'Lance cancelado'],
  ] as const
  await page.route('**/api/v1/admin/activity?*', async (route) => {
    const answer = await route.fetch()
    const [row] = ((await answer.json()) as PageOf<AdminPaymentWire>).data
    const data = labels.map(([status, label], id) => {
      const isUndone = label === 'Desfeita'
      const isCancelled = label === 'Lance cancelado'
      return { ...row, id, status, isUndone, isCancelled, flow: 'bid', method: 'card' }
    })
    await route.fulfill({ response: answer, json: { data, next: null } })
  })
  await page.getByRole('button', { name: 'Atualizar', exact: true }).click()
  for (const [index, [, label]] of labels.entries()) {
    const row = page.getByRole('row').nth(index + 1)
    await row.getByRole('cell', { name: label, exact: true }).waitFor()
    await row.getByRole('link', { name: /^Envio de lance/ }).waitFor()
  }
  await page.unroute('**/api/v1/admin/activity?*')
}

test('an administrator starts at the figures, each of which leads to its rows; a fan is redirected', async () => {
  await withDatabase((sql) => sql`select private.count_figures()`)
  const visitor = await visitAsAdmin()
  const { page } = visitor
  const card = page.getByRole('link', { name: 'Usuários ativos' })
  await expect.poll(async () => Number((await card.innerText()).replace(/\D/g, ''))).toBeGreaterThan(0)
  await page.getByText(/^Contado (há|agora)/).waitFor()
  await page.getByRole('img', { name: /^Volume de vendas, por dia/ }).waitFor()
  await page.getByRole('contentinfo').getByText('Tune · administração').waitFor()
  const header = page.getByRole('banner')
  await header.getByText(`Olá, ${(await fileAdmin()).nickname}`, { exact: true }).waitFor()
  expect(await page.evaluate(`getComputedStyle(document.querySelector('header')).position`)).toBe('sticky')
  await expectAccessibleByDay(page, 'figures')
  await shot(page, 'admin-dashboard')
  for (const [figure, path] of [
    ['Usuários ativos', '/admin/users'],
    ['Projetos ativos', '/admin/projects'],
    ['Total de transações', '/admin/activity'],
    ['Tokens emitidos', '/admin/projects'],
  ] as const) {
    await page.getByRole('link', { name: figure }).click()
    await page.waitForURL(`**${path}`)
    await page.goBack()
  }
  // To the product and back.
  await lively(page, () => page.getByRole('link', { name: 'Ir para Tune' }).click())
  await page.waitForURL('**/dashboard')
  await page.getByRole('link', { name: 'Administrador' }).click()
  await page.waitForURL('**/admin/dashboard')
  await visitor.end()

  const fan = await newFan()
  const other = await visit({ viewport: DESKTOP })
  for (const path of ['/admin/dashboard', '/admin/projects/create', '/admin/support']) {
    await lively(other.page, () => enter(other.page, fan, path))
    await other.page.waitForURL('**/dashboard')
    await other.page.getByRole('link', { name: 'Quero ouvir' }).waitFor()
    expect(new URL(other.page.url()).pathname).toBe('/dashboard')
  }
  await expect.poll(() => other.page.getByRole('link', { name: 'Administrador' }).count()).toBe(0)
})

test('a project: the form, its errors, the contract that follows, and the fan who finds it', async () => {
  const projectName = `Farol ${Date.now()}`
  const visitor = await visitAsAdmin()
  const { page } = visitor
  await page.goto('/admin/projects')
  await page.getByRole('link', { name: 'Novo' }).click()
  for (const title of ['Projeto', 'Mídia', 'Blockchain', 'Configurações'])
    await page.getByRole('region', { name: title, exact: true }).waitFor()
  const send = page.getByRole('button', { name: 'Criar projeto' })
  await send.click()
  // Every field but the lyrics.
  await expect.poll(() => page.getByText('Campo obrigatório').count()).toBe(11)
  await expectAccessibleByDay(page, 'empty project')
  await shot(page, 'admin-create-faults')

  await page.getByLabel('Autor', { exact: true }).fill('Dupla Farol')
  await page.getByLabel('Nome do projeto').fill(projectName)
  await page.getByLabel('Preço').pressSequentially('1250')
  expect(plain(await page.getByLabel('Preço').inputValue())).toBe('R$ 12,50')
  await page.getByLabel('Descrição').fill('Duas vozes e uma lanterna.')
  await page.getByLabel('ID do vídeo').fill('../mare')
  await page.getByLabel('Letra (opcional)').fill('Um <b>farol</b>\nduas vozes\n\nE o mar')
  await page.getByLabel('Símbolo').fill('farol')
  await page.getByLabel('Carteira do autor').fill('0x12')
  await page.getByLabel('Validade (horas)').fill('1,5')
  await page.getByLabel('Total de unidades').fill('2,5')
  await page.getByLabel('Data de encerramento').fill('01/01/2020 10:00')
  const file = page.locator('input[type=file][accept^="image"]')
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: OBLONG })
  await page.getByText('A imagem precisa ser quadrada. Esta tem 3 × 2 pixels.').waitFor()
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await page.getByText('A capa precisa ser uma imagem JPEG, PNG ou WebP.').waitFor()
  await send.click()
  for (const fault of [
    'Use só letras, números, hífen e sublinhado.',
    'A carteira começa com 0x e tem mais 40 letras de A a F ou números.',
    'Digite um número inteiro, de 1 a 100.000.',
    'Escolha um momento que ainda não passou.',
  ])
    await page.getByText(fault).waitFor()

  // Typed values survive a reload; a chosen file cannot.
  await page.reload()
  await expect.poll(() => page.getByLabel('Nome do projeto').inputValue()).toBe(projectName)
  expect(plain(await page.getByLabel('Preço').inputValue())).toBe('R$ 12,50')
  await file.setInputFiles(COVER)
  await page.getByRole('img', { name: 'A capa escolhida' }).waitFor()
  await page.getByLabel('ID do vídeo').fill('mare-cheia')
  await page.getByLabel('Carteira do autor').fill(`0x${'ab'.repeat(20)}`)
  await page.getByLabel('Total de unidades').fill('4')
  await page.getByLabel('Data de encerramento').fill('31/12/2099 21:30')
  await send.click()
  const dialog = page.getByRole('dialog', { name: '_projeto enviado' })
  await dialog.waitFor({ timeout: 30_000 })
  for (const said of [
    'Enviando mídias para o servidor...',
    'Gerando arquivos no IPFS...',
    'Concluindo processamento do projeto...',
    'Os dados do projeto estão sendo processados na blockchain, aguarde a conclusão para publicar.',
  ])
    await expectToast(page, said)
  await expectAccessibleByDay(page, 'project sent')
  await page.keyboard.press('Escape')
  await page.mouse.click(4, 4)
  expect(await dialog.isVisible()).toBe(true)
  await dialog.getByRole('button', { name: 'Entendi' }).click()
  await page.waitForURL('**/admin/projects')

  const row = rowOf(page, projectName)
  await row
    .getByRole('link', { name: `Contrato de ${projectName} na blockchain` })
    .waitFor({ timeout: 60_000 })
  expect(plain(await row.innerText())).toMatch(/R\$ 12,50\s+4\s+0\s+Não/)
  await page.getByRole('columnheader', { name: 'Criado em' }).waitFor()
  expect(await row.innerText()).toMatch(/\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}/)
  await shot(page, 'admin-projects')
  const [made] = await withDatabase(
    (sql) => sql`
      select lyrics, valid_period, symbol, is_active, tint, expired_at from projects
      where project_name = ${projectName}`,
  )
  expect(made).toMatchObject({
    lyrics: '<p>Um &lt;b&gt;farol&lt;/b&gt;<br />duas vozes</p><p>E o mar</p>',
    valid_period: 5400,
    symbol: 'FAROL',
    is_active: false,
    expired_at: new Date('2100-01-01T00:30:00Z'),
  })
  expect(made?.tint).toMatch(/^#/)

  await row.getByRole('button', { name: `Publicar ${projectName}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publicar' }).click()
  await row.getByText('Publicado').waitFor()
  await visitor.end()

  const fan = await newFan()
  const listener = await visit({ viewport: PHONE })
  await enter(listener.page, fan, `/dashboard?search=${encodeURIComponent(projectName)}`)
  await listener.page.getByRole('heading', { name: projectName }).waitFor()
})

test('when the file store fails, no project is created and the form keeps its values', RELEASE, async () => {
  const visitor = await visitAsAdmin()
  const { page } = visitor
  await page.goto('/admin/projects/create')
  await page.route('**/api/v1/admin/pin', (route) =>
    route.fulfill({ status: 200, contentType: 'application/json', body: 'null' }),
  )
  const projectName = `Sombra ${Date.now()}`
  for (const [label, text] of [
    ['Nome do projeto', projectName],
    ['Descrição', 'Nada.'],
    ['ID do vídeo', 'mare-cheia'],
    ['Símbolo', 'SOMBRA'],
    ['Carteira do autor', `0x${'ab'.repeat(20)}`],
    ['Validade (horas)', '1'],
    ['Total de unidades', '1'],
    ['Data de encerramento', '31/12/2099 21:30'],
  ] as const)
    await page.getByLabel(label).fill(text)
  await page.getByLabel('Autor', { exact: true }).fill('Ninguém')
  await page.getByLabel('Preço').pressSequentially('1000')
  await page.locator('input[type=file][accept^="image"]').setInputFiles(COVER)
  await page.getByRole('button', { name: 'Criar projeto' }).click()
  await page.getByText('O projeto não foi criado.', { exact: false }).waitFor()
  expect(await page.getByLabel('Nome do projeto').inputValue()).toBe(projectName)
  expect(
    await withDatabase((sql) => sql`select from projects where project_name = ${projectName}`),
  ).toHaveLength(0)
})

test('payments are found by person, project and amount, and exported', RELEASE, async () => {
  const fan = await newFan({ centavos: 4321 })
  const project = await newProject({ supply: 3, price: 4321 })
  await buyWithBalance(fan, project.uid)
  // The longest names allowed, without a space.
  const [author, fullName] = ['Neblina'.repeat(17), 'Plateia'.repeat(17)]
  await withDatabase(async (sql) => {
    await sql`update projects set author = ${author} where uid = ${project.uid}`
    await sql`update users set full_name = ${fullName} where uid = ${fan.uid}`
  })
  const visitor = await visitAsAdmin()
  const { page } = visitor
  await page.getByRole('link', { name: 'Atividade' }).click()
  const box = page.getByRole('searchbox')
  for (const text of [project.projectName, fan.email]) {
    await box.fill(text)
    const row = rowOf(page, fan.nickname).filter({ hasText: 'Compra de $TUNE' })
    await row.getByText(/\$TUNE disponível|Pagamento recebido/).waitFor()
    expect(plain(await row.innerText())).toContain('R$ 43,21')
    expect(await row.innerText()).toContain(project.projectName)
  }
  // A deposit names no project.
  const deposit = rowOf(page, fan.nickname).filter({ hasText: 'Depósito' })
  expect(await deposit.innerText()).toContain('--')
  await expectAccessibleByDay(page, 'activity')
  await expectWithin(page, 'activity')
  await shot(page, 'admin-activity')
  await expectRefresh(page, 'activity')
  expect(await page.getByRole('link', { name: 'Novo' }).getAttribute('href')).toBe('/admin/projects/create')
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar CSV' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('atividade.csv')
  const lines = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  await expectStatusLabels(page)
  await page.getByRole('link', { name: 'Usuários' }).click()
  await page.getByRole('searchbox').fill(fan.email)
  const person = rowOf(page, fan.nickname)
  await person.getByRole('link', { name: `Carteira de ${fan.email} na blockchain` }).waitFor()
  expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
    'Usuário',
    'Carteira',
    'Perfil completo',
    'Provedor',
    'E-mail',
    'Criado em',
  ])
  expect(plain(await person.innerText())).toMatch(/Plateia .*Sim email .* \d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/)

  await expectRefresh(page, 'users')
  await Promise.all([
    page.waitForRequest(/\/admin\/users\?.*sort=oldest/),
    page.getByRole('radio', { name: 'Mais antigos' }).click(),
  ])
  await expectWithin(page, 'users')
  expect(lines[1]).toContain(
    `Compra de $TUNE;${project.projectName};${author};${fullName};${fan.email};43,21;`,
  )
})

test('support requests on a phone: pictures are shown, PDFs only downloaded', RELEASE, async () => {
  const fan = await newFan()
  const message = `Cobrança em dobro ${Date.now()}\nsegue a imagem`
  const pdf = `data:application/pdf;base64,${Buffer.from('%PDF-1.7 nota').toString('base64')}`
  const png = `data:image/png;base64,${OBLONG.toString('base64')}`
  for (const file of [pdf, png]) {
    const body = { user_id: fan.uid, subject: 'Compras', message, file }
    await call('/rest/v1/support_requests', { token: fan.session.access_token, body })
  }
  // Signing out, as this one does in the end, ends every session of the account.
  const boss = await newAdmin()
  const visitor = await visit({ viewport: PHONE })
  const { page } = visitor
  await enter(page, boss, '/admin/dashboard')
  await page.getByRole('heading', { name: '_painel' }).waitFor()
  await expectWithin(page, 'figures on a phone')
  await page.getByRole('button', { name: 'Menu' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText(`Olá, ${boss.nickname}`).waitFor()
  await drawer.getByRole('button', { name: 'Mostrar saldos' }).click()
  await drawer.getByText('R$ 0,00').first().waitFor()
  await expectAccessibleByDay(page, 'drawer')
  await drawer.getByRole('link', { name: 'Suporte' }).click()
  await page.getByRole('searchbox').fill(fan.email)
  await expect.poll(() => rowOf(page, 'Compras').count()).toBe(2)
  expect((await page.getByRole('columnheader').allInnerTexts()).slice(0, 5)).toEqual([
    'Assunto',
    'Usuário',
    'Telefone',
    'Última mensagem',
    'Arquivo',
  ])
  await page.getByRole('columnheader', { name: 'Aberto em' }).waitFor({ state: 'attached' })
  const written = plain(await rowOf(page, 'Compras').first().innerText())
  expect(written).toContain(fan.nickname)
  expect(written).toMatch(/\+55 \(11\) 9 \d{4}-\d{4}.*Cobrança em dobro.*\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}/)
  // On a phone the rows come first; the rest of the controls opens with the filters.
  await page.getByRole('button', { name: 'Filtros' }).click()
  await expectRefresh(page, 'support-waiting')
  await expectAccessibleByDay(page, 'support')
  await expectWithin(page, 'support')
  await shot(page, 'admin-support-phone')
  await page.getByRole('button', { name: `Ver imagem de ${fan.email}` }).click()
  const image = page.getByRole('dialog').getByRole('img', { name: /^suporte-\d+\./ })
  await expect
    .poll(() => image.evaluate((element) => (element as unknown as { naturalWidth: number }).naturalWidth))
    .toBe(3)
  await expectAccessibleByDay(page, 'attached image')
  await page.keyboard.press('Escape')
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Baixar PDF de ${fan.email}` }).click(),
  ])
  expect(saved.suggestedFilename()).toMatch(/^suporte-\d+\.pdf$/)
  expect(await readFile(await saved.path(), 'utf8')).toBe('%PDF-1.7 nota')
  await page
    .getByRole('link', { name: /^Cobrança em dobro/ })
    .first()
    .click()
  await page.waitForURL(/\/admin\/support\/\d+$/)
  await page.getByRole('heading', { name: '_pedido de suporte' }).waitFor()
  await page.getByText('segue a imagem').waitFor()
  for (const path of ['/admin/projects', '/admin/projects/create', '/admin/activity', '/admin/users']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectWithin(page, path)
  }
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sair' }).click()
  await page.getByRole('button', { name: 'Entrar', exact: true }).waitFor()
})
