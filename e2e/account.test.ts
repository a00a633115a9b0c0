/** Who may sign in, what the others are told, and in which language. */
import type { Page } from '@playwright/test'
import { digest } from '#server/doors/auth/secrets.ts'
import { expectAccessible } from './accessibility.ts'
import { buyAndReceive, newProject } from './auctions.ts'
import { expectToast } from './bidding.ts'
import {
  DESKTOP,
  expect,
  mailTo,
  PHONE,
  proveByPassword,
  RELEASE,
  shot,
  test,
  visit,
  withDatabase,
  world,
} from './fixtures.ts'
import { expectLanguage } from './languages.ts'
import {
  adminToken,
  call,
  confirm,
  enter,
  newCpf,
  newFan,
  newStranger,
  openProfile,
  projectNamed,
} from './people.ts'

/** The browser logs each refused sign-in (400) and each rate-limited mail (429) as a failed resource. */
const REFUSED = /status of (400|429)/

async function tryToSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
}

test('every refused sign-in has its message', async () => {
  const stranger = await newStranger()
  const visitor = await visit({ allowed: REFUSED })
  const { page } = visitor
  await page.goto('/')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect.poll(() => page.getByText('Campo obrigatório').count()).toBe(2)
  await tryToSignIn(page, stranger.email, 'Errada#2026')
  await page.getByText('Senha incorreta. Verifique suas credenciais.').waitFor()
  await tryToSignIn(page, stranger.email, stranger.password)
  await page
    .getByText('Conta inativa. Verifique sua caixa de entrada ou entre em contato com o suporte.')
    .waitFor()
  const resend = page.getByRole('button', { name: 'Enviar o e-mail de confirmação de novo' })
  await resend.click()
  await page.getByText('Acabamos de enviar um e-mail. Espere um minuto e tente de novo.').waitFor()
  const mailed = await mailsTo(stranger.email)
  const pause = digest(`mail:${stranger.email}`)
  await withDatabase((sql) => sql`delete from auth.rate_limits where key = ${pause}`)
  await resend.click()
  await expectToast(page, 'E-mail de confirmação enviado. Confira também o spam.')
  await expect.poll(() => mailsTo(stranger.email)).toBe(mailed + 1)
})

async function mailsTo(address: string): Promise<number> {
  const answer = await fetch(`${world.emulators}/mail/messages?to=${encodeURIComponent(address)}`)
  return ((await answer.json()) as unknown[]).length
}

test('visitors see no inner page; unknown paths say so', async () => {
  const visitor = await visit()
  const { page } = visitor
  for (const path of ['/shelf', '/dashboard', '/deposit', '/payment/any', '/complete-profile']) {
    await page.goto(path)
    await page.waitForURL((url) => url.pathname === '/')
  }
  await page.goto('/no/such/page')
  await page.getByRole('heading', { name: 'Página não econtrada' }).waitFor()
  await page.getByText('A página que você procura foi removida ou não existe.').waitFor()
  expect(await page.title()).toBe('Página não econtrada · Tune')
  await expectAccessible(page, 'not found')
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('link', { name: 'Back' }).click()
  await page.waitForURL((url) => url.pathname === '/')

  // A fan keeps the menu, and the way back is the first screen.
  const signedIn = await visit()
  await enter(signedIn.page, await newFan(), '/no/such/page')
  await signedIn.page.getByRole('heading', { level: 1 }).waitFor()
  await signedIn.page.getByRole('button', { name: 'Menu', exact: true }).waitFor()
  await shot(signedIn.page, 'not-found-fan')
  await signedIn.page.getByRole('link', { name: 'Voltar' }).click()
  await signedIn.page.waitForURL('**/dashboard')
})

test('at another address of the same server people sign in as they do at its own', async () => {
  const fan = await newFan({ centavos: 4321 })
  const there = `http://127.0.0.1:${world.port}`
  const visitor = await visit()
  const { page } = visitor
  await page.goto(there)
  await tryToSignIn(page, fan.email, fan.password)
  await page.waitForURL(`${there}/dashboard`)
  await page.goto(`${there}/payment/${(await projectNamed(fan, 'Noite de Lata')).uid}`)
  const offer = page.getByRole('main').locator('label', { hasText: 'Pagar com saldo' })
  await offer.getByText('43,21').waitFor()
  await visitor.end()
})

test('an incomplete profile must be completed, with a free nickname', async () => {
  const other = await newStranger()
  const person = await newStranger({ registered: false })
  // The first request for the profile finds none and is answered 406.
  const visitor = await visit({ allowed: /status of 406/ })
  const { page } = visitor
  await enter(page, { session: await confirm(person) }, '/shelf')
  await page.waitForURL('**/complete-profile')
  const nickname = page.getByLabel('Nome de usuário')
  await expect(nickname).toHaveAccessibleDescription(
    'Todos veem este nome: ele aparece na lista de lances e nos presentes que você der.',
  )
  await nickname.fill(other.nickname)
  await page.getByLabel('Nome', { exact: true }).fill('Teo Plateia')
  await page.getByLabel('Telefone').pressSequentially('11987651234')
  await page.getByLabel('CPF').pressSequentially(newCpf())
  await page.getByRole('checkbox').check()
  const submit = page.getByRole('button', { name: 'Confirmar' })
  await submit.click()
  await page.getByText('Nome de usuário já existe.').waitFor()
  await nickname.fill('evil.shop')
  await submit.click()
  await page
    .getByText('O nome de usuário não pode parecer um endereço: tire o link, ou o ponto entre as letras.')
    .waitFor()
  await nickname.fill(person.nickname)
  const second = await visitor.context.newPage()
  await second.goto('/complete-profile')
  await second.getByLabel('CPF').waitFor()
  // What was said of a wrong number goes away with the right one.
  const wrongNumber = page.getByText('Este número de documento é inválido. Corrija e tente novamente.')
  const document = page.getByLabel('CPF')
  await document.fill('111.111.111-11')
  await submit.click()
  await wrongNumber.waitFor()
  await document.fill(newCpf())
  await submit.click()
  await page.getByText('Sua conta Tune foi criada! Bem-vindo.').waitFor()
  expect(await wrongNumber.count()).toBe(0)
  await page.waitForURL('**/dashboard')
  // Another tab that is turned to again moves on as well.
  await second.evaluate("dispatchEvent(new Event('focus'))")
  await second.waitForURL('**/dashboard')
})

test(
  'closing an account: a purchase that can still be undone is said with its amount and the way to it',
  RELEASE,
  async () => {
    const fan = await newFan({ centavos: 2000 })
    const { uid } = await newProject({ supply: 2, price: 1500 })
    await buyAndReceive(fan, uid)
    const { page, end } = await visit({ viewport: PHONE })
    const words = /desistir da compra de 1 \$TUNE, e R\$\s15,00 voltam/
    await enter(page, fan, '/shelf')
    await page.getByRole('button', { name: 'Desistir da compra' }).waitFor()
    await openProfile(page)
    await page.getByRole('button', { name: 'Desativar conta' }).click()
    const question = page.getByRole('dialog')
    await question.getByText(words).waitFor()
    await question.getByRole('link', { name: 'Ver na minha estante' }).click()
    await question.waitFor({ state: 'detached' })
    await page.goto('/shelf/security')
    await page.getByRole('button', { name: 'Apagar minha conta' }).click()
    await question.getByText(words).waitFor()
    await expectAccessible(page, 'erasing with a purchase that can be undone')
    await shot(page, 'erase-undoable')
    await question.getByRole('link', { name: 'Ver na minha estante' }).click()
    await page.getByRole('button', { name: 'Desistir da compra' }).waitFor()
    await end()
  },
)

test('balances are masked until revealed; a deactivated account cannot sign in', async () => {
  const fan = await newFan({ centavos: 4200 })
  // The browser logs the refused sign-in (400) as a failed resource.
  const visitor = await visit({ allowed: /status of 400/ })
  const { page } = visitor
  await enter(page, fan, '/shelf')
  const header = page.locator('header').first()
  // By default the amounts are masked, but not where one decides about them.
  const payment = `/payment/${(await projectNamed(fan, 'Noite de Lata')).uid}`
  const offer = page.getByRole('main').locator('label', { hasText: 'Pagar com saldo' })
  await page.goto(payment)
  await offer.getByText('42,00').waitFor()
  expect(await header.innerText()).toContain('R$ ••••')
  for (const path of ['/deposit', '/redeem-balance']) {
    await page.goto(path)
    await page.getByRole('region', { name: 'Seu dinheiro' }).getByText('42,00').waitFor()
  }
  await page.goto(payment)
  await page.getByRole('button', { name: 'Mostrar saldos' }).click()
  await expect.poll(() => header.innerText()).toContain('R$ 42,00')
  await page.getByRole('button', { name: 'Ocultar saldos' }).click()
  expect(await header.innerText()).not.toContain('42,00')
  await page.reload()
  await page.getByRole('button', { name: 'Mostrar saldos' }).waitFor()
  expect(await header.innerText()).toContain('R$ ••••')
  // The toggle applies to every screen, except to an amount that is about to be paid.
  await page.goto(payment)
  await offer.getByText('R$ ••••').waitFor()
  await page.getByText('Valor a ser pago').waitFor()
  expect(await page.getByRole('main').innerText()).not.toContain('42,00')
  await page.getByRole('button', { name: 'Mostrar saldos' }).click()
  await offer.getByText('42,00').waitFor()
  // Another tab of this browser follows.
  const tab = await page.context().newPage()
  await tab.goto('/shelf')
  await tab.getByRole('button', { name: 'Ocultar saldos' }).click()
  await page.getByRole('button', { name: 'Mostrar saldos' }).waitFor()
  await tab.getByRole('button', { name: 'Mostrar saldos' }).click()
  await tab.close()
  // What has come in and gone out stands in the statement and in the bell.
  await page.getByRole('button', { name: 'Ocultar saldos' }).click()
  await page.goto('/statement')
  const entry = page.getByRole('main').getByRole('link', { name: /Depósito/ })
  await entry.getByText('R$ ••••').first().waitFor()
  expect(await page.getByRole('main').innerText()).not.toContain('42,00')
  await page.getByRole('button', { name: /^Notificações/ }).click()
  const bell = page.getByRole('dialog', { name: '_notificações' })
  await bell.getByText('Seu depósito de R$ ••••').waitFor()
  expect(await bell.innerText()).not.toContain('42,00')
  await shot(page, 'bell-masked')
  await bell.getByRole('button', { name: 'Mostrar saldos' }).click()
  await bell.getByText(/Seu depósito de R\$\s42,00/).waitFor()
  await page.keyboard.press('Escape')
  await entry
    .getByText(/R\$\s42,00/)
    .first()
    .waitFor()
  // The device remembers what a person chose, and shows nobody else's.
  await enter(page, await newFan(), '/shelf')
  await page.getByRole('button', { name: 'Mostrar saldos' }).waitFor()
  await enter(page, fan, '/shelf')
  await expect.poll(() => header.innerText()).toContain('R$ 42,00')
  await openProfile(page)
  await page.getByRole('button', { name: 'Desativar conta' }).click()
  const question = page.getByRole('dialog')
  // The dialog names the balance, says how it is had later, and offers to withdraw it first.
  await question.getByText('escreva para suporte@tune.test', { exact: false }).waitFor()
  await question.getByText(/Na sua carteira há R\$\s42,00\. Resgate antes/).waitFor()
  await expectAccessible(page, 'deactivation')
  await shot(page, 'deactivation')
  await question.getByRole('link', { name: 'Resgatar meu saldo' }).click()
  await page.getByRole('heading', { name: '_resgatar saldo' }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Ocultar saldos' }).click()
  await openProfile(page)
  await page.getByRole('button', { name: 'Desativar conta' }).click()
  // Hidden balances do not hide what is about to be given up; and whoever has just signed in proves it once more.
  await question.getByText(/Na sua carteira há R\$\s42,00/).waitFor()
  await question.getByText('Você não pode reativá-la: só o suporte pode', { exact: false }).waitFor()
  await question.getByRole('button', { name: 'Desativar mesmo assim' }).click()
  await proveByPassword(page)
  await expectToast(page, 'Sua conta foi desativada com sucesso!')
  await page.getByRole('heading', { name: '_conta desativada' }).waitFor()
  await page
    .getByText(/Na carteira ficaram R\$\s42,00\. Se havia dinheiro em lances ou em presentes/)
    .waitFor()
  await page.getByText('o suporte a reativa, e você pede o resgate', { exact: false }).waitFor()
  await expectAccessible(page, 'deactivated')
  await shot(page, 'deactivated')
  await page.getByRole('link', { name: 'Ir para o início' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await tryToSignIn(page, fan.email, fan.password)
  await page.getByText('Sua conta está inativa. Entre em contato com o suporte.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  const support = page.getByRole('link', { name: 'Escrever para o suporte' })
  expect(await support.getAttribute('href')).toBe('mailto:suporte@tune.test')
  await shot(page, 'inactive')
  const mail = await mailTo(fan.email, /Sua conta foi desativada: há R\$\s42,00 na carteira/)
  expect(mail.text).toContain('suporte@tune.test')
  // True of whoever had bids or gifts, and of whoever had neither.
  expect(mail.text).toContain('Se havia lances valendo ou presentes que ninguém aceitou, foram cancelados')

  // An administrator reactivates the account, and the balance is still there.
  await call(`/api/v1/admin/users/${fan.uid}/reactivate`, {
    token: await adminToken(),
    body: { reason: 'Saldo' },
  })
  await tryToSignIn(page, fan.email, fan.password)
  await page.waitForURL('**/dashboard')
  await page.getByRole('button', { name: 'Mostrar saldos' }).click()
  await expect.poll(() => page.locator('header').first().innerText()).toContain('R$ 42,00')
})

test('signed in, screens speak the account’s language, whatever the browser’s; changing it changes the account’s', async () => {
  const fan = await newFan({ language: 'pt' })
  const { page } = await visit({ locale: 'en-US', viewport: DESKTOP, allowed: /status of 403/ })
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await enter(page, fan, '/deposit')
  await page.getByRole('heading', { name: '_depósito' }).waitFor()
  await expectLanguage(page, 'pt')
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('heading', { name: '_deposit' }).waitFor()
  const kept = () =>
    withDatabase((sql) => sql<{ language: string }[]>`select language from users where uid = ${fan.uid}`)
  await expect.poll(kept).toEqual([{ language: 'en' }])
  const elsewhere = await visit({ locale: 'pt-BR', viewport: DESKTOP })
  await enter(elsewhere.page, fan, '/deposit')
  await elsewhere.page.getByRole('heading', { name: '_deposit' }).waitFor()
  await expectLanguage(elsewhere.page, 'en')

  // What is changed elsewhere leaves the screen half way through a payment as it is, until it is loaded anew.
  await elsewhere.page.getByRole('button', { name: 'Português' }).click()
  await expect.poll(kept).toEqual([{ language: 'pt' }])
  await withDatabase((sql) => sql`update users set is_complete_profile = false where uid = ${fan.uid}`)
  await page.getByLabel('Amount', { exact: true }).pressSequentially('10000')
  await page.getByRole('button', { name: 'Create PIX code' }).click()
  await page.waitForURL('**/complete-profile')
  await page.getByLabel('CPF').waitFor()
  await expectLanguage(page, 'en')
  await page.reload()
  // The field is called the same in both, and the account's language is known only with the account.
  await page.getByRole('heading', { name: '_complete seu perfil' }).waitFor()
  await expectLanguage(page, 'pt')
})

test('an English browser sees English on every screen', RELEASE, async () => {
  const fan = await newFan({ language: 'en' })
  const visitor = await visit({ locale: 'en-US', viewport: DESKTOP })
  const { page } = visitor
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await expectLanguage(page, 'en')
  await page.goto('/register')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Required field').first().waitFor()
  await expectLanguage(page, 'en')

  await enter(page, fan, '/dashboard')
  await page.getByRole('main').getByRole('listitem').first().waitFor()
  await expectLanguage(page, 'en')
  await page.goto('/shelf')
  await page.getByText('No $TUNE available.').waitFor()
  await expectLanguage(page, 'en')
  await page.goto('/deposit')
  await page.getByRole('radio', { name: 'Card', exact: true }).click()
  const amount = page.getByLabel('Amount', { exact: true })
  // A limit is told of when it is met.
  expect(await page.getByText('961.630,54').count()).toBe(0)
  await amount.pressSequentially('99')
  await page.getByRole('button', { name: 'Send payment' }).click()
  await page.getByText('The minimum amount is R$ 1,00.').waitFor()
  await amount.fill('100000001')
  await page.getByText('The maximum amount is R$ 961.630,54.').waitFor()
  await page.frameLocator('iframe[title$="Card number"]').getByLabel('Card number').waitFor()
  await expectLanguage(page, 'en')
  // PIX allows more, so the limit for cards is no longer shown.
  await page.getByRole('radio', { name: 'PIX', exact: true }).click()
  await expect.poll(() => page.getByText('The maximum amount').count()).toBe(0)
  await page.getByRole('button', { name: 'Create PIX code' }).click()
  await page.getByText('The maximum amount is R$ 1.000.000,00.').waitFor()

  // The switch changes the whole page at once, and the choice survives a reload.
  await page.getByRole('button', { name: 'Português' }).click()
  await page.getByRole('heading', { name: '_depósito' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: '_depósito' }).waitFor()
  await expectLanguage(page, 'pt')
})

test('texts that fail to load are requested again', RELEASE, async () => {
  const visitor = await visit({ allowed: /ERR_FAILED/ })
  const { page } = visitor
  let lost = 0
  await page.route('**/assets/sign-in-*.json', (route) => (lost++ < 2 ? route.abort() : route.continue()))
  await page.goto('/')
  await page.getByRole('button', { name: 'Entrar', exact: true }).waitFor()
  await expect.poll(() => lost).toBe(3)
})
