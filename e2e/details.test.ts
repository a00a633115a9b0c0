/** Details of the specification: links, hints, formats, and the message for each failure. */
import type { Page } from '@playwright/test'
import { formatBRL } from '#domain/money.ts'
import type { TokenWire } from '#server/product/access/contract.ts'
import type { Page as PageOf } from '#server/product/api/call.ts'
import type { BidWire } from '#server/product/market/contract.ts'
import { expectAccessible } from './accessibility.ts'
import { buyAndReceive, newProject } from './auctions.ts'
import { expectToast } from './bidding.ts'
import {
  DESKTOP,
  expect,
  fillCard,
  proveByPassword,
  RELEASE,
  shot,
  silenceLive,
  test,
  visit,
  withDatabase,
  world,
} from './fixtures.ts'
import {
  buyWithBalance,
  call,
  confirm,
  enter,
  newCpf,
  newFan,
  newStranger,
  openProfile,
  projectNamed,
} from './people.ts'

/** The browser logs the requests that a test breaks on purpose. */
const BROKEN = /status of (4|5)\d\d|ERR_FAILED|ERR_INTERNET_DISCONNECTED/

async function breakDoor(page: Page, path: string, method = 'POST'): Promise<void> {
  await page.route(`**${path}`, (route) =>
    route.request().method() === method ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  )
}

test('sign-in, registration and recovery: layout, toggles, and validation', RELEASE, async () => {
  const visitor = await visit({ viewport: DESKTOP, allowed: BROKEN })
  const { page } = visitor
  await page.goto('/')
  const panel = (await page.locator('form').first().boundingBox()) ?? { x: 0, width: 0 }
  expect(Math.abs(panel.x + panel.width / 2 - DESKTOP.width / 2)).toBeLessThan(2)
  const password = page.getByLabel('Senha', { exact: true })
  await password.fill('segredo')
  expect(await password.getAttribute('type')).toBe('password')
  await page.getByRole('button', { name: 'Mostrar senha' }).click()
  expect(await password.getAttribute('type')).toBe('text')
  await page.getByRole('button', { name: 'Ocultar senha' }).click()
  expect(await password.getAttribute('type')).toBe('password')
  await breakDoor(page, '/auth/v1/token*')
  await page.getByLabel('E-mail').fill('alguem@tune.test')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByText('Erro ao fazer login. Verifique suas credenciais.').waitFor({ timeout: 60_000 })

  await page.getByRole('link', { name: 'Crie sua conta' }).click()
  await page.getByRole('button', { name: 'Criar conta' }).click()
  await page.getByText('Aceite os termos para continuar').waitFor()
  // E-mail, phone, nickname, password and its confirmation.
  await expect.poll(() => page.getByText('Campo obrigatório').count()).toBe(5)
  await page.getByLabel('E-mail').fill('sem-arroba')
  await page.getByText('Insira um endereço de e-mail válido').waitFor()
  await page.getByLabel('Telefone').pressSequentially('1133')
  await page.getByText('Telefone inválido').waitFor()
  await page.getByLabel('Senha', { exact: true }).fill('fraca')
  await page.getByText('Digite uma senha segura').waitFor()
  const rules = page.getByRole('list', { name: 'Sua senha precisa de' }).getByRole('listitem')
  await expect.poll(() => rules.count()).toBe(4)
  await page.getByLabel('Senha', { exact: true }).fill('Fraca1')
  await expect
    .poll(() => rules.filter({ hasText: '(cumprida)' }).allTextContents())
    .toEqual([
      'A senha deve conter ao menos uma letra maiúscula(cumprida)',
      'A senha deve conter ao menos um número(cumprida)',
    ])
  // The fifth rule is said before it is broken, and as it is.
  await page.getByText('Também recusamos senhas muito usadas').waitFor()
  await page.getByLabel('Senha', { exact: true }).fill('Senha@123')
  await page.getByText('Muita gente usa esta senha').waitFor()
  for (const [link, heading] of [
    ['termos de uso', /termos de uso/i],
    ['política de privacidade', /política de privacidade/i],
  ] as const) {
    const address = await page.getByRole('link', { name: link }).first().getAttribute('href')
    const document = await page.context().newPage()
    await document.goto(address ?? '')
    await document.getByRole('heading', { name: heading }).first().waitFor()
    await document.close()
  }
  await page.getByRole('link', { name: 'Entre aqui' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByRole('link', { name: 'Esqueceu sua senha?' }).click()
  await breakDoor(page, '/auth/v1/recover*')
  const known = await newStranger()
  await page.getByLabel('E-mail').fill(known.email)
  await page.getByRole('button', { name: 'Enviar' }).click()
  await page.getByText('Erro ao solicitar recuperação de senha.').waitFor({ timeout: 60_000 })
  await page.getByRole('link', { name: 'Entre aqui' }).click()
  await page.waitForURL((url) => url.pathname === '/')
})

test(
  'a refused sign-up shows on the e-mail field; e-mail and nickname are looked up first',
  RELEASE,
  async () => {
    const visitor = await visit({ allowed: BROKEN })
    const { page } = visitor
    const taken = await newStranger()
    await page.goto('/register')
    const nickname = page.getByLabel('Nome de usuário')
    await page.getByLabel('E-mail').fill(taken.email)
    await page.getByLabel('Telefone').pressSequentially('11987651234')
    await nickname.fill(taken.nickname)
    await page.getByLabel('Senha', { exact: true }).fill('Estrela-Guia#2026')
    await page.getByLabel('Confirme a senha').fill('Estrela-Guia#2026')
    await page.getByRole('checkbox').check()
    const submit = page.getByRole('button', { name: 'Criar conta' })
    // Both are taken: the e-mail is reported first, the nickname only once that is settled.
    await submit.click()
    await page.getByText('Email já cadastrado').waitFor()
    // The account may be one that was deactivated, which only support can open again.
    const support = page.getByRole('link', { name: 'Escrever para o suporte' })
    expect(await support.getAttribute('href')).toBe('mailto:suporte@tune.test')
    await expect.poll(() => page.getByText('Nome de usuário já cadastrado').count()).toBe(0)
    await page.getByLabel('E-mail').fill(`outra.${taken.email}`)
    await submit.click()
    await page.getByText('Nome de usuário já cadastrado').waitFor()
    await nickname.fill('evil.shop')
    await submit.click()
    await page
      .getByText('O nome de usuário não pode parecer um endereço: tire o link, ou o ponto entre as letras.')
      .waitFor()
    await nickname.fill(`${taken.nickname}b`)
    await page.route('**/auth/v1/signup*', (route) =>
      route.fulfill({
        status: 422,
        json: { code: 422, error_code: 'signup_disabled', msg: 'Signups not allowed' },
      }),
    )
    await submit.click()
    const field = page.getByLabel('E-mail')
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    await page.getByText('Signups not allowed').waitFor()
    await page.unroute('**/auth/v1/signup*')
    await breakDoor(page, '/rest/v1/users*')
    await submit.click()
    await page.getByText('Erro ao salvar dados:').waitFor({ timeout: 60_000 })
    // By now the account exists and its mail is on the way.
    await page.unroute('**/rest/v1/users*')
    await submit.click()
    await page.getByText('Acabamos de enviar um e-mail. Espere um minuto e tente de novo.').waitFor()
    await page.context().setOffline(true)
    await submit.click()
    await page
      .getByText(
        'Erro ao salvar dados: Não conseguimos falar com o servidor. Confira sua conexão e tente novamente.',
      )
      .first()
      .waitFor({ timeout: 60_000 })
    await visitor.end()
  },
)

test(
  'completing a profile: required fields, invalid documents, and a failure with a way out',
  RELEASE,
  async () => {
    const visitor = await visit({ allowed: BROKEN })
    const { page } = visitor
    const stranger = await newStranger({ registered: false })
    await enter(page, { session: await confirm(stranger) }, '/complete-profile')
    const email = page.getByLabel('E-mail')
    await expect.poll(() => email.inputValue()).toBe(stranger.email)
    expect(await email.getAttribute('readonly')).not.toBeNull()
    const name = page.getByLabel('Nome', { exact: true })
    expect(await name.inputValue()).toBe(stranger.email.split('@')[0])
    await name.fill('')
    const submit = page.getByRole('button', { name: 'Confirmar' })
    const cpf = page.getByLabel('CPF')
    // A wrong number is marked, and told in a toast, together with what is missing.
    await cpf.pressSequentially('11111111111')
    await submit.click()
    await expectToast(page, 'Este número de documento é inválido. Corrija e tente novamente.')
    for (const text of ['Documento inválido', 'Telefone é obrigatório', 'Aceite os termos para continuar']) {
      await page.getByText(text, { exact: true }).waitFor()
    }
    await cpf.fill('')
    await submit.click()
    for (const text of ['Telefone é obrigatório', 'CPF é obrigatório', 'Aceite os termos para continuar']) {
      await page.getByText(text).waitFor()
    }
    // Nickname and name.
    await expect.poll(() => page.getByText('Campo obrigatório').count()).toBe(2)
    await page.getByLabel('Nome de usuário').fill(stranger.nickname)
    await name.fill('Teo Plateia')
    await page.getByLabel('Telefone').pressSequentially('11987651234')
    expect(await page.getByLabel('Telefone').inputValue()).toBe('+55 (11) 9 8765-1234')
    await page.getByRole('checkbox').check()
    await cpf.pressSequentially('11111111111')
    await submit.click()
    await page.getByText('Este número de documento é inválido. Corrija e tente novamente.').waitFor()
    await page.getByText('Documento inválido', { exact: true }).waitFor()
    const fan = await newFan()
    const [other] = await withDatabase((sql) => sql`select document from users where uid = ${fan.uid}`)
    await cpf.fill('')
    await cpf.pressSequentially(other?.document)
    await submit.click()
    await page.getByText('Documento já existe.').waitFor()
    await page.getByRole('button', { name: 'saia', exact: true }).waitFor()
    await page.getByRole('link', { name: 'escreva para o suporte' }).waitFor()
    await cpf.fill('')
    await cpf.pressSequentially(newCpf())
    await page.route('**/api/v1/wallet', async (route) => {
      await page.getByText('Aguarde enquanto geramos sua carteira na blockchain...').waitFor()
      await route.continue()
    })
    await page.route('**/rest/v1/users*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      await page.getByText('Sua carteira foi criada. Estamos registrando os dados na Tune...').waitFor()
      await route.fulfill({ status: 500, json: {} })
    })
    await submit.click()
    await page
      .getByText('Ocorreu um erro ao completar sua conta. Fale com o suporte ou tente novamente.')
      .waitFor()
    await page.getByRole('button', { name: 'Sair', exact: true }).click()
    await page.waitForURL((url) => url.pathname === '/')
    await visitor.end()
  },
)

test('the layout: header, menu, help, footer, and an empty bell', RELEASE, async () => {
  const fan = await newFan()
  const visitor = await visit({ viewport: DESKTOP })
  const { page } = visitor
  await enter(page, fan, '/dashboard')
  await page.getByRole('main').getByRole('listitem').first().waitFor()
  await page.getByText('Assista de graça', { exact: true }).waitFor()
  await page.mouse.wheel(0, 2000)
  await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(100)
  expect((await page.locator('header').first().boundingBox())?.y).toBe(0)
  await page.getByText(`Olá, ${fan.nickname}`).waitFor()
  const menu = page.getByRole('navigation', { name: 'Menu principal' }).first()
  const entries = await menu.getByRole('link').allInnerTexts()
  const order = ['Minha estante', 'Depósito', 'Resgatar saldo', 'Cadastrar projeto', 'Suporte']
  expect(entries.filter((entry) => order.includes(entry))).toEqual(order)
  expect(entries).not.toContain('Administrador')
  expect(entries).toEqual(expect.arrayContaining(['Meus lances', 'Avisos']))
  const addresses = order.map((name) => menu.getByRole('link', { name, exact: true }).getAttribute('href'))
  expect(await Promise.all(addresses)).toEqual([
    '/shelf',
    '/deposit',
    '/redeem-balance',
    '/register-project',
    '/support',
  ])
  expect(await page.getByRole('link', { name: 'Reportar um erro' }).getAttribute('href')).toMatch(
    /^mailto:.+subject=/,
  )
  await page.getByRole('button', { name: 'Como começar?' }).click()
  for (const step of ['Escolha o projeto', 'Compre o $TUNE', 'Acesse o conteúdo exclusivo']) {
    await page.getByRole('dialog').getByRole('heading', { name: step }).waitFor()
  }
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Sobre a versão BETA' }).click()
  await page.getByRole('dialog', { name: '_beta' }).getByText('está em fase BETA').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Notificações', exact: true }).click()
  await page.getByText('Nenhuma notificação disponível').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Política de privacidade' }).click()
  await page
    .getByRole('heading', { name: /política de privacidade/i })
    .first()
    .waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Termos de uso' }).click()
  await page
    .getByRole('heading', { name: /termos de uso/i })
    .first()
    .waitFor()
})

test('notifications show their time in the specification’s format', RELEASE, async () => {
  const fan = await newFan()
  await withDatabase(
    (sql) => sql`
      insert into notifications (user_id, kind, created_at) values (${fan.uid}, 'won', '2026-03-05T17:07:00Z')`,
  )
  const visitor = await visit()
  const { page } = visitor
  // Only the bell itself reloads the list.
  await silenceLive(page)
  const shown = Promise.withResolvers<void>()
  await page.route('**/api/v1/notifications/mark-read', async (route) => {
    await shown.promise
    await route.continue()
  })
  await enter(page, fan, '/shelf')
  const unread = page.getByRole('button', { name: 'Notificações, 1 não lida' })
  await unread.locator('span').waitFor()
  await unread.click()
  await page.getByRole('dialog').getByText('05/03/2026 às 14:07').waitFor()
  shown.resolve()
  await page.keyboard.press('Escape')
  const bell = page.getByRole('button', { name: 'Notificações', exact: true })
  await bell.waitFor()
  await expect.poll(() => bell.locator('span').count()).toBe(0)
})

test('the first steps wait until an hour that was given has ended', RELEASE, async () => {
  const fan = await newFan({ centavos: 2000 })
  const { uid } = await newProject({ supply: 3, price: 2000 })
  await buyAndReceive(fan, uid)
  await withDatabase((sql) => sql`update users set first_access = true where uid = ${fan.uid}`)
  const visitor = await visit()
  const { page } = visitor
  const asked = page.waitForResponse((answer) => answer.url().includes('/user-projects'))
  await enter(page, fan, '/dashboard')
  await asked
  await page.getByRole('main').getByRole('listitem').first().waitFor()
  await expect.poll(() => page.getByText('Passo 1 de 6').count()).toBe(0)
  const [noted] = await withDatabase((sql) => sql`select first_access from users where uid = ${fan.uid}`)
  expect(noted?.first_access).toBe(true)
})

test('the first access has six steps, once', RELEASE, async () => {
  const fan = await newFan()
  await withDatabase((sql) => sql`update users set first_access = true where uid = ${fan.uid}`)
  const visitor = await visit()
  const { page } = visitor
  await enter(page, fan, '/dashboard')
  const modal = page.getByRole('dialog')
  const steps = [
    'Boas-vindas',
    'Quero Ouvir',
    'Primeiro lote de tokens',
    'Início do leilão',
    'Vencendo o leilão',
    'Minha estante',
  ]
  for (const [index, step] of steps.entries()) {
    await modal.getByRole('heading', { name: step, exact: true }).waitFor()
    await modal.getByText(`Passo ${index + 1} de 6`).waitFor()
    if (index === 0) {
      for (const sentence of [
        /^Um \$TUNE é o seu lugar/,
        /você tem 1 hora para dar o play/,
        /Quando o anel apaga/,
      ])
        await modal.getByText(sentence).waitFor()
      await shot(page, 'first-step-phone')
    }
    if (step === 'Vencendo o leilão') await expectAccessible(page, 'first access')
    if (step === 'Vencendo o leilão') {
      expect(await modal.getByRole('link').getAttribute('href')).toBe('/shelf')
      await modal.getByRole('button', { name: 'Anterior' }).click()
      await modal.getByRole('heading', { name: 'Início do leilão' }).waitFor()
      await modal.getByRole('button', { name: 'Próximo' }).click()
    }
    if (index < 5) await modal.getByRole('button', { name: 'Próximo' }).click()
  }
  expect(await modal.getByRole('link').getAttribute('href')).toBe('/dashboard')
  await expect.poll(() => modal.getByRole('button', { name: 'Pular tutorial' }).count()).toBe(0)
  await modal.getByRole('button', { name: 'Finalizar' }).click()
  await modal.waitFor({ state: 'detached' })
  // The focus returns to the screen without scrolling its title under the header.
  const header = await page.getByRole('banner').boundingBox()
  const title = await page.getByRole('heading', { level: 1 }).boundingBox()
  expect(title?.y).toBeGreaterThanOrEqual(header?.height ?? Number.NaN)
  const noted = () => withDatabase((sql) => sql`select first_access from users where uid = ${fan.uid}`)
  await expect.poll(async () => (await noted())[0]?.first_access).toBe(false)
  await page.reload()
  await page.getByRole('main').getByRole('listitem').first().waitFor()
  await expect.poll(() => modal.count()).toBe(0)
})

test('the shelf: the fan’s details, when tokens end, and its failures', RELEASE, async () => {
  const fan = await newFan({ centavos: 4000 })
  await buyWithBalance(fan, (await projectNamed(fan, 'Noite de Lata')).uid)
  const visitor = await visit({ viewport: DESKTOP, allowed: BROKEN })
  const { page } = visitor
  await silenceLive(page)
  await breakDoor(page, '/api/v1/user-projects*', 'GET')
  await enter(page, fan, '/shelf')
  const failure = page.getByRole('alert')
  await failure
    .getByText('Encontramos um erro ao carregar a página de pagamento.', { exact: false })
    .waitFor({ timeout: 60_000 })
  expect(await failure.getByRole('link', { name: 'Quero ouvir' }).getAttribute('href')).toBe('/dashboard')
  await expectAccessible(page, 'a shelf that failed')
  await page.unroute('**/api/v1/user-projects*')
  await failure.getByRole('button', { name: 'Tentar novamente' }).click()
  const token = page.getByRole('button', { name: /Noite de Lata/ })
  await token.waitFor({ timeout: 30_000 })
  await page.getByText(/^Disponível até \d{2}\/\d{2}\/\d{4} às \d{2}h\d{2}$/).waitFor()
  const search = page.getByRole('searchbox', { name: 'Buscar por projeto ou artista' })
  await search.fill('outra coisa')
  await page.getByText('Nenhum $TUNE combina com “outra coisa”.').waitFor()
  await search.fill('FERRUGEM')
  await token.waitFor()
  await search.fill('')

  const [row] = await withDatabase((sql) => sql`select wallet, created_at from users where uid = ${fan.uid}`)
  await openProfile(page)
  const card = page.getByRole('region', { name: 'Seus dados' })
  const said = await card.innerText()
  // The e-mail address contains the nickname, so whole lines are compared.
  expect(said.split('\n')).toEqual(expect.arrayContaining(['Duda Plateia', fan.email, fan.nickname]))
  expect(said).toMatch(/\d{2}\/\d{2}\/\d{4} às \d{2}h\d{2}/)
  const wallet = card.getByRole('link', { name: /^Ver a carteira/ })
  expect(await wallet.innerText()).toBe(`${row?.wallet.slice(0, 6)}…${row?.wallet.slice(-4)}`)
  const explorer = (await wallet.getAttribute('href')) ?? ''
  expect(explorer).toMatch(new RegExp(`/address/${row?.wallet}$`))
  expect((await fetch(explorer)).status).toBe(200)

  await token.click()
  const question = page.getByRole('dialog', { name: '_confirmar reprodução' })
  await question
    .getByText(/Depois do primeiro play você tem 2 horas para ouvir quantas vezes quiser/)
    .waitFor()
  await question.getByText('vendido automaticamente para o maior lance', { exact: false }).waitFor()
  await breakDoor(page, '/api/v1/play')
  await question.getByRole('button', { name: 'Dar o play' }).click()
  await page
    .getByText('Ocorreu um erro ao tentar reproduzir seu $TUNE. Tente novamente ou fale com o suporte.')
    .waitFor()
  await page.keyboard.press('Escape')

  await withDatabase(
    (sql) => sql`
      update mints set status = 'expired', ended_at = '2026-03-05T17:07:00Z' where user_id = ${fan.uid}`,
  )
  await page.reload()
  await page.getByText('Expirado', { exact: true }).waitFor()
  await page.getByText('Expirou em 05/03/2026 às 14h07').waitFor()
  await page.getByRole('heading', { name: 'Noite de Lata' }).waitFor()
  await expect.poll(() => token.count()).toBe(0)

  const reloadWith = async (facts: Partial<TokenWire>) => {
    await page.route('**/api/v1/user-projects*', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as PageOf<TokenWire>
      const json = { ...body, data: body.data.map((row) => ({ ...row, ...facts })) }
      await route.fulfill({ response: answer, json })
    })
    await page.reload()
  }
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
  await page.clock.install()
  await reloadWith({ status: 'minted', statusSong: 'played', willExpireAt: inAnHour })
  const countdown = page.getByText(/^Expira em (1h 0m 0s|0h 59m \d+s)$/)
  await countdown.waitFor()
  // Without a line: an answer would set the page's clock, which leaves the server's from here on.
  await page.context().setOffline(true)
  await page.clock.pauseAt(Date.now() + 5000)
  const secondsLeft = async () => Number(/(\d+)s$/.exec(await countdown.innerText())?.[1])
  const left = await secondsLeft()
  for (let second = 1; second <= 3; second++) {
    await page.clock.runFor(1000)
    await expect.poll(secondsLeft).toBe((left - second + 60) % 60)
  }
  await page.clock.resume()
  await page.context().setOffline(false)
  await reloadWith({ status: 'minted', statusSong: 'played', willExpireAt: '2026-03-05T17:07:00Z' })
  await page.getByText('Processando a expiração do seu $TUNE...', { exact: true }).waitFor()
  await reloadWith({ status: 'pending', willExpireAt: null })
  await page.getByText('Nenhum $TUNE disponível.', { exact: true }).waitFor()
  await page.unroute('**/api/v1/user-projects*')

  await breakDoor(page, '/rest/v1/users*', 'PATCH')
  await openProfile(page)
  await page.getByRole('button', { name: 'Desativar conta' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Desativar mesmo assim' }).click()
  await proveByPassword(page)
  await page.getByText('Ocorreu um erro ao desativar usa conta. Tente novamente em instantes.').waitFor()
})

/** The last is not an amount and changes nothing. */
const PASTED = [
  ['50', 'R$ 50,00'],
  ['1,2', 'R$ 1,20'],
  ['R$ 1.234,56', 'R$ 1.234,56'],
  ['1.234', 'R$ 1.234,00'],
  ['-5', 'R$ 1.234,00'],
] as const

test('paying: notices, rows, and where to go afterwards', RELEASE, async () => {
  const fan = await newFan({ centavos: 9000 })
  const visitor = await visit()
  const { page } = visitor
  const { uid } = await projectNamed(fan, 'Maré Cheia')
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(page, fan, `/payment/${uid}`)
  await page.getByRole('switch', { name: /Pagar com saldo/ }).click()
  await page.getByRole('radio', { name: 'Cartão', exact: true }).click()
  await page.getByText('Cartões American Express não são aceitos.').waitFor()
  await page.getByText('Taxa de serviço: 3,99% + R$ 0,39.').waitFor()
  await page.getByText(fan.email).waitFor()
  const figures = async () => (await page.getByRole('main').locator('dl').innerText()).replace(/\s+/g, ' ')
  expect(await figures()).toBe('Valor do $TUNE R$ 20,00 Taxa de serviço R$ 1,19 Valor a ser pago R$ 21,19')
  for (const label of ['Número do cartão', 'Validade', 'Cód. de segurança'])
    await page.getByRole('main').getByText(label, { exact: true }).waitFor()
  const summary = page.getByRole('main').locator('section').filter({ hasText: 'Coral do Cais' })
  for (const fact of ['Maré Cheia', /^R\$\s20,00$/, / de acesso depois do play/, /^Dê o play em até /])
    await summary.getByText(fact).waitFor()
  await summary.locator('img').waitFor()
  // What is announced happens: the brand is refused at its field, before anything is sent.
  await fillCard(page, '378282246310005')
  await page.getByRole('alert').getByText('Cartões American Express não são aceitos.').waitFor()
  await page.getByRole('button', { name: 'ENVIAR pagamento' }).click()
  await shot(page, 'amex')
  await page.getByRole('switch', { name: /Pagar com saldo/ }).click()
  await expect.poll(figures).toMatch(/^Valor do \$TUNE R\$ 20,00 /)

  await page.goto('/deposit')
  const amount = page.getByLabel('Valor', { exact: true })
  await page.getByRole('button', { name: 'Gerar código PIX' }).click()
  await page.getByText('Campo obrigatório').first().waitFor()
  await amount.pressSequentially('123456')
  await expect.poll(async () => (await amount.inputValue()).replace(/\s/g, ' ')).toBe('R$ 1.234,56')
  for (let presses = 0; presses < 6; presses++) await amount.press('Backspace')
  expect(await amount.inputValue()).toBe('')
  // Pasted amounts are in reais.
  for (const [written, read] of PASTED) {
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(written)})`)
    await amount.press('ControlOrMeta+V')
    await expect.poll(async () => (await amount.inputValue()).replace(/\s/g, ' ')).toBe(read)
  }
  await page.getByRole('radio', { name: 'Cartão', exact: true }).click()
  const withFee = page.getByLabel('Valor com a taxa', { exact: true })
  await expect.poll(async () => (await withFee.inputValue()).replace(/\s/g, ' ')).toBe('R$ 1.283,63')
  expect(await withFee.isEditable()).toBe(false)
  await page.setViewportSize(DESKTOP)
  const form = (await page.locator('form').boundingBox()) ?? { x: 0, width: 0 }
  const main = (await page.getByRole('main').boundingBox()) ?? { x: 0, width: 0 }
  expect(Math.abs(form.x + form.width / 2 - main.x - main.width / 2)).toBeLessThan(2)
  await page.goto('/redeem-balance')
  await page.getByText('Confira o seu saldo antes de enviar uma solicitação de saque').waitFor()
})

test('an auction: failed and pending records, no next unit, and refreshing', RELEASE, async () => {
  const fan = await newFan()
  const auction = await projectNamed(fan, 'Janela Acesa')
  const visitor = await visit({ viewport: DESKTOP })
  const { page } = visitor
  let reads = 0
  let winnerReads = 0
  const token = fan.session.access_token
  const [known] = (await call<PageOf<BidWire>>(`/api/v1/projects/bids/${auction.uid}`, { token })).data
  if (!known) throw new Error('an auction without a bid')
  const createdAt = '2026-03-05T17:07:00Z'
  // Without the websocket, the page shows exactly what is answered here.
  await page.routeWebSocket('**/realtime/**', () => undefined)
  await page.route(`**/api/v1/projects/bids/${auction.uid}?*`, async (route) => {
    reads++
    const answer = await route.fetch()
    const body = (await answer.json()) as PageOf<BidWire>
    body.data = [
      { ...known, id: 1, position: null, status: 'failed', txHash: null },
      { ...known, id: 2, position: 1, status: 'pending', txHash: null, createdAt },
    ]
    return route.fulfill({ response: answer, json: body })
  })
  await page.route(`**/api/v1/projects/bids/${auction.uid}/winner?*`, (route) => {
    winnerReads++
    const won = { ...known, id: 3, position: null, status: 'winner', amount: 7654, createdAt }
    return route.fulfill({ json: { data: [won], next: null } })
  })
  await page.route(`**/api/v1/projects/${auction.uid}`, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: { data?: object } }
    const inner = body.data.data ?? body.data
    Object.assign(inner, { nextExpire: null, totalAvailable: 0 })
    return route.fulfill({ response: answer, json: body })
  })
  await page.clock.install()
  await enter(page, fan, `/auction/${auction.uid}`)
  const rows = page.getByRole('region', { name: '_lances', exact: true }).getByRole('row')
  await rows.filter({ hasText: 'Falha' }).getByRole('cell', { name: '--', exact: true }).waitFor()
  const pending = rows.filter({ hasText: 'Pendente' })
  await pending.getByText('Aguardando transação').waitFor()
  await pending.getByText('05/03/2026 14:07', { exact: true }).waitFor()
  const winners = page.getByRole('region', { name: '_lances ganhadores' })
  const won = winners.getByRole('row').filter({ hasText: known.user.nickname })
  for (const cell of [/^R\$\s76,54$/, 'Lance ganhador', '05/03/2026 14:07'])
    await won.getByText(cell, { exact: true }).waitFor()
  const columns = ['Usuário', 'Valor do lance', 'Blockchain', 'Situação', 'Quando']
  expect(await winners.getByRole('columnheader').allInnerTexts()).toEqual(columns)
  expect(await rows.getByRole('columnheader').allInnerTexts()).toEqual(['Posição', ...columns])
  const hero = page.getByRole('region', { name: 'Janela Acesa', exact: true })
  await hero.getByText(auction.author, { exact: true }).waitFor()
  await hero.getByText(auction.description ?? '', { exact: true }).waitFor()
  await hero.locator('img').waitFor()
  await page.getByText('Próx. item disponível em').waitFor()
  const next = page.locator('dl div').filter({ hasText: 'Próx. item disponível em' })
  await expect.poll(() => next.first().innerText()).toContain('--')
  for (const [label, figure] of [
    ['Lance mínimo', formatBRL(auction.fiatPrice)],
    ['Itens disponíveis', '0'],
    ['Validade', '1 hora'],
  ] as const) {
    const fact = page.locator('dl div').filter({ hasText: label })
    await fact.getByText(figure, { exact: true }).waitFor()
  }
  // Without a websocket the page also polls; with the clock stopped, every further read was requested by hand.
  await page.clock.pauseAt(Date.now() + 1000)
  const before = reads
  await page.getByRole('button', { name: 'Atualizar os lances', exact: true }).click()
  await expect.poll(() => reads).toBeGreaterThan(before)
  const winnersBefore = winnerReads
  await page.getByRole('button', { name: 'Atualizar os lances ganhadores', exact: true }).click()
  await expect.poll(() => winnerReads).toBeGreaterThan(winnersBefore)
  const contract =
    (await page.getByRole('link', { name: /Ver o token na blockchain/ }).getAttribute('href')) ?? ''
  expect(contract).toMatch(/\/address\/0x[0-9a-fA-F]{40}$/)
  expect((await fetch(contract)).status).toBe(200)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('the second tap of a double tap does not press what replaced the button', RELEASE, async () => {
  const fan = await newFan({ centavos: 5000 })
  const { uid } = await newProject({ supply: 2, price: 2000 })
  const visitor = await visit()
  const { page } = visitor
  await enter(page, fan, `/payment/${uid}`)
  const linkTakes = `getComputedStyle(document.querySelector('main [role=status] a')).pointerEvents`
  await page.evaluate(`
    window.atFirst = new Promise((resolve) => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('main [role=status] a')) return
        observer.disconnect()
        resolve(${linkTakes})
      }).observe(document.body, { subtree: true, childList: true })
    })
    undefined`)
  await page.getByRole('button', { name: 'ENVIAR pagamento' }).click()
  expect(await page.evaluate('atFirst')).toBe('none')
  await expect.poll(() => page.evaluate(linkTakes)).toBe('auto')
})

test(
  'the language: query, then cookie, then local storage, then session storage, then the browser',
  RELEASE,
  async () => {
    const spoken = async (path: string, kept: { cookie?: string; local?: string; session?: string }) => {
      const visitor = await visit({ locale: 'pt-BR' })
      const { page, context } = visitor
      if (kept.cookie) await context.addCookies([{ name: 'i18next', value: kept.cookie, url: world.url }])
      await page.addInitScript(`
      if (!sessionStorage.getItem('placed')) {
        sessionStorage.setItem('placed', 'yes')
        ${kept.local ? `localStorage.setItem('i18nextLng', '${kept.local}')` : ''}
        ${kept.session ? `sessionStorage.setItem('i18nextLng', '${kept.session}')` : ''}
      }`)
      // The page drawn by the server is in one language.
      await page.goto(path, { waitUntil: 'networkidle' })
      await page.getByRole('heading', { name: /^_(entrar|sign in)$/ }).waitFor()
      const agreed = () =>
        page.evaluate(`document.documentElement.lang.startsWith(localStorage.getItem('i18nextLng'))`)
      await expect.poll(agreed).toBe(true)
      const language = await page.locator('html').getAttribute('lang')
      await visitor.end()
      return language
    }
    expect(await spoken('/?lng=en', { cookie: 'pt', local: 'pt', session: 'pt' })).toBe('en')
    expect(await spoken('/', { cookie: 'en', local: 'pt', session: 'pt' })).toBe('en')
    expect(await spoken('/', { local: 'en', session: 'pt' })).toBe('en')
    expect(await spoken('/', { session: 'en' })).toBe('en')
    expect(await spoken('/', {})).toBe('pt-BR')
    // One that is not ours is none: the next source decides, and last the browser's setting.
    expect(await spoken('/?lng=fr', {})).toBe('pt-BR')
    expect(await spoken('/?lng=fr', { local: 'en' })).toBe('en')
  },
)
