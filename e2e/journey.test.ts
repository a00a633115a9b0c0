/** The main journey on a phone, from sign-up to the end of a paid hour. */
import type { Frame, Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { endWindows, newProject } from './auctions.ts'
import { expectToast } from './bidding.ts'
import {
  chooseCard,
  expect,
  fillCard,
  followMail,
  mailTo,
  PASSWORD,
  pressIfThere,
  shot,
  test,
  visit,
  withDatabase,
} from './fixtures.ts'
import { newNickname } from './people.ts'

test.use({ whole: true })

const EMAIL = `bia-${Date.now()}@tune.test`
/** The header's text, once any modal over it has been dismissed. */
async function balanceShown(page: Page): Promise<string> {
  for (const name of ['Entendi', 'Mostrar saldos']) await pressIfThere(page.getByRole('button', { name }))
  return page.locator('header').first().innerText()
}

async function register(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: 'Crie sua conta' }).click()
  await page.getByRole('heading', { name: '_criar conta' }).waitFor()
  await page.getByLabel('E-mail').fill(EMAIL)
  await page.getByLabel('Telefone').pressSequentially('11987651234')
  expect(await page.getByLabel('Telefone').inputValue()).toBe('+55 (11) 9 8765-1234')
  const everybody = 'Todos veem este nome: ele aparece na lista de lances e nos presentes que você der.'
  await expect(page.getByLabel('Nome de usuário')).toHaveAccessibleDescription(everybody)
  await shot(page, 'register')
  await page.getByLabel('Nome de usuário').fill(newNickname('bia'))
  const password = page.getByLabel('Senha', { exact: true })
  await password.fill('estrela')
  await page.getByText('A senha deve conter ao menos um símbolo').first().waitFor()
  await shot(page, 'register-weak')
  await password.fill(PASSWORD)
  await page.getByLabel('Confirme a senha').fill(PASSWORD)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Criar conta' }).click()
  await expectToast(page, 'Cadastro realizado com sucesso! Confirme seu email para ativar a conta.')
  // What is left to be done stays when the toast has gone.
  await page.getByText('Falta um passo: abra o seu e-mail.').waitFor()
  await page.getByText('em outro, pedimos também a sua senha', { exact: false }).waitFor()
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill(EMAIL)
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Entrar' }).click()
}

async function completeProfile(page: Page): Promise<void> {
  await page.waitForURL('**/complete-profile')
  const nickname = page.getByLabel('Nome de usuário')
  expect(await nickname.inputValue()).toMatch(/^bia[a-j]+$/)
  expect(await nickname.isEditable()).toBe(false)
  await page.getByLabel('Nome', { exact: true }).fill('Bia Ouvinte')
  await page.getByLabel('CPF').pressSequentially('11111111111')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await page.getByText('Documento inválido').first().waitFor()
  await page.getByLabel('CPF').fill('')
  await page.getByLabel('CPF').pressSequentially('39053344705')
  expect(await page.getByLabel('CPF').inputValue()).toBe('390.533.447-05')
  await shot(page, 'complete-profile')
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await page.waitForURL('**/dashboard')
  await page.getByText('foi criada! Bem-vindo.').waitFor()
}

test('sign-up, deposit, purchase, an hour of music, and its end', async () => {
  const visitor = await visit({
    // The browser logs the declined card (402) as a failed resource.
    allowed: /status of 40[02]/,
  })
  const { page } = visitor
  /** Every media address the player requested, as anybody could copy them. */
  const media = new Set<string>()
  page.on('request', (request) => {
    if (request.url().includes('/video/cdn/')) media.add(request.url())
  })
  // A new account cannot sign in until its e-mail is confirmed.
  await register(page)
  await page.waitForURL((url) => url.pathname === '/')
  await signIn(page)
  await page.getByText('Conta inativa. Verifique sua caixa de entrada').waitFor()
  await followMail(page, EMAIL, /Confirme seu e-mail/)
  await completeProfile(page)

  // The first access shows six steps, once.
  const onboarding = page.getByRole('dialog')
  await onboarding.waitFor()
  await shot(page, 'onboarding')
  await page.keyboard.press('Escape')
  await onboarding.waitFor({ state: 'hidden' })
  await page.getByRole('region', { name: '_projetos' }).getByRole('article').first().waitFor()
  await shot(page, 'dashboard')

  // The sample is free.
  await page.getByRole('button', { name: 'Assistir agora' }).click()
  await expectPlaying(page)
  await shot(page, 'sample')
  await page.keyboard.press('Escape')

  // A deposit of R$ 100,00: declined by one bank, accepted by another; a third one asks for authentication.
  await page.goto('/deposit')
  await chooseCard(page)
  await page.getByLabel('Valor', { exact: true }).pressSequentially('10000')
  await expect.poll(() => page.getByLabel('Valor com a taxa').inputValue()).toMatch(/R\$\s104,38/)
  await fillCard(page, '4000000000000002')
  await page.getByRole('button', { name: 'ENVIAR pagamento' }).click()
  await page.getByRole('dialog').getByText('O banco recusou o pagamento.').waitFor()
  await shot(page, 'deposit-declined')
  await page.keyboard.press('Escape')
  await page.goto('/deposit')
  await page.getByLabel('Valor', { exact: true }).pressSequentially('10000')
  await fillCard(page, '4242424242424242')
  await shot(page, 'deposit')
  await page.getByRole('button', { name: 'ENVIAR pagamento' }).click()
  await expectToast(page, 'Estamos criando o seu pagamento...')
  await page.getByRole('heading', { name: 'O dinheiro chegou' }).waitFor()
  // The header updates without a reload.
  await expect.poll(() => balanceShown(page), { timeout: 30_000 }).toContain('R$ 100,00')
  await shot(page, 'deposit-done')
  await expectAccessible(page, 'deposit that was paid')
  await mailTo(EMAIL, /Depósito confirmado: R\$ 100,00/)

  await page.getByRole('button', { name: 'Novo pagamento' }).click()
  expect(await page.getByRole('radio', { name: 'Cartão', exact: true }).isChecked()).toBe(true)
  await page.getByLabel('Valor', { exact: true }).pressSequentially('2500')
  await fillCard(page, '4000002760003184')
  await page.getByRole('button', { name: 'ENVIAR pagamento' }).click()
  await page
    .frameLocator('iframe[title="Autenticação 3D Secure"]')
    .locator('#test-source-authorize-3ds')
    .click()
  await expect.poll(() => balanceShown(page), { timeout: 30_000 }).toContain('R$ 125,00')
  await page.getByRole('main').getByRole('link', { name: 'Quero ouvir' }).click()
  await page.waitForURL('**/dashboard')

  // One $TUNE from the balance, another by card.
  const { uid, projectName } = await newProject({ supply: 1, price: 2000 })
  await page.goto(`/dashboard?search=${encodeURIComponent(projectName)}`)
  await page.getByRole('link', { name: new RegExp(`^Comprar ${projectName}`) }).click()
  await page.getByText('Pagar com saldo').waitFor()
  await shot(page, 'payment-balance')
  // A double tap is one purchase and one request.
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/buy-token-balance')) asked.push(request.method())
  })
  await page.getByRole('button', { name: 'ENVIAR pagamento' }).dblclick()
  await page.getByText('$TUNE disponível').first().waitFor({ timeout: 30_000 })
  expect(asked).toEqual(['POST'])
  await shot(page, 'token-available')
  // The panel that stays says what comes next, and where.
  const sent = page.getByRole('main').getByRole('status')
  await sent.getByText('Seu $TUNE já está na sua estante.', { exact: false }).waitFor()
  for (const [link, path] of [
    ['Início', '/dashboard'],
    ['Minha Estante', '/shelf'],
  ] as const)
    expect(await sent.getByRole('link', { name: link, exact: true }).getAttribute('href')).toBe(path)
  await expectAccessible(page, 'purchase on its way')

  const another = await newProject({ supply: 1, price: 1200 })
  await page.goto(`/dashboard?search=${encodeURIComponent(another.projectName)}`)
  await expect.poll(() => balanceShown(page)).toContain('R$ 105,00')
  await page.getByRole('link', { name: new RegExp(`^Comprar ${another.projectName}`) }).click()
  await chooseCard(page)
  await page.getByText('R$ 12,87').first().waitFor()
  await fillCard(page, '5555555555554444')
  await shot(page, 'payment-card')
  await page.getByRole('button', { name: 'ENVIAR pagamento' }).click()
  await expectToast(page, 'Estamos criando o seu pagamento...')
  await page.getByText('$TUNE disponível').first().waitFor({ timeout: 30_000 })

  // The shelf: unlock, play, and the end of the period.
  await page.goto('/shelf')
  await page.getByRole('button', { name: `${projectName} · Desbloquear agora` }).waitFor()
  await shot(page, 'shelf')
  await page.getByRole('button', { name: new RegExp(projectName) }).click()
  await page.getByRole('dialog').getByText('_confirmar reprodução').waitFor()
  await shot(page, 'confirm-play')
  await page.getByRole('button', { name: 'Dar o play' }).click()
  await expectToast(page, 'Aproveite seu $TUNE!')
  media.clear()
  await expectPlaying(page)
  await expect.poll(() => media.size).toBeGreaterThan(1)
  for (const url of media) expect((await fetch(url)).status).toBe(200)
  await shot(page, 'player')

  // The hour ends: the player closes by itself, and the card says so.
  await endWindows({ uid })
  await page.locator('iframe[src*="/player/"]').waitFor({ state: 'detached', timeout: 60_000 })
  await page.getByText('Expirado', { exact: true }).waitFor({ timeout: 30_000 })
  await shot(page, 'expired')
  await mailTo(EMAIL, new RegExp(`Seu acesso a ${projectName} terminou`))

  // Signing out leaves nothing behind.
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /Menu|menu/ }).click()
  await page.getByRole('button', { name: 'Sair' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/shelf')
  await page.waitForURL((url) => url.pathname === '/')
  await visitor.end()

  await withDatabase(async (sql) => {
    expect(await sql`select * from ledger.faults`).toEqual([])
    const [token] = await sql`
      select mints.status, status_song, tx_hash is not null as minted, tx_song is not null as recorded
      from mints join users on users.uid = mints.user_id
      join projects on projects.id = mints.project_id
      where users.email = ${EMAIL} and projects.uid = ${uid}`
    expect(token).toEqual({ status: 'expired', status_song: 'played', minted: true, recorded: true })
  })
})

/** The embed's frame, once its video is playing. */
async function expectPlaying(page: Page): Promise<Frame> {
  await page.locator('iframe[src*="/player/"]').waitFor()
  let frame: Frame | undefined
  await expect
    .poll(
      async () => {
        frame = page.frames().find((candidate) => candidate.url().includes('/player/'))
        return frame?.evaluate<number>("document.querySelector('video')?.currentTime ?? 0").catch(() => 0)
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(0)
  return frame as Frame
}
