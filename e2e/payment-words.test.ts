/** Messages about a payment under way: one at a time, accurate at that time, in the reader's language. */
import type { Page } from '@playwright/test'
import { newAuction, newProject } from './auctions.ts'
import {
  confirm,
  expectStanding,
  expectToast,
  openForm,
  plain,
  send,
  timesTold,
  typeAmount,
  typeCard,
  understandAll,
} from './bidding.ts'
import {
  chooseCard,
  DESKTOP,
  expect,
  fillCard,
  RELEASE,
  shot,
  silenceLive,
  test,
  type Visit,
  visit,
} from './fixtures.ts'
import { expectLanguage } from './languages.ts'
import { buyWithBalance, call, enter, newFan } from './people.ts'

/** Records the toasts' texts and the most that were ever shown at once. */
async function watchToasts({ page }: Visit): Promise<void> {
  await page.addInitScript(`
    window.mostToasts = 0
    new MutationObserver(() => {
      const shown = document.querySelectorAll('[role="status"][aria-live="polite"]').length
      window.mostToasts = Math.max(window.mostToasts, shown)
    }).observe(document, { subtree: true, childList: true })`)
}

/** Records the title of every dialog. */
async function watchDialogs({ page }: Visit): Promise<void> {
  await page.addInitScript(`
    window.dialogsShown = []
    new MutationObserver(() => {
      for (const title of document.querySelectorAll('[role="dialog"] h2')) {
        if (title.textContent && window.dialogsShown.at(-1) !== title.textContent)
          window.dialogsShown.push(title.textContent)
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })`)
}

const dialogsShown = (page: Page) => page.evaluate<string[]>('window.dialogsShown')

const mostToasts = (page: Page) => page.evaluate<number>('window.mostToasts')

/** Presses once scrolling has ended: an earlier click may land in a card field's iframe. */
async function pressSend(page: Page): Promise<void> {
  await expect.poll(() => page.locator('.StripeElement--complete').count()).toBe(3)
  const button = page.getByRole('button', { name: 'ENVIAR pagamento' })
  await button.scrollIntoViewIfNeeded()
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  await button.click()
}

async function sendDeposit(page: Page, card: string): Promise<void> {
  await chooseCard(page)
  await page.getByLabel('Valor', { exact: true }).pressSequentially('10000')
  await fillCard(page, card)
  await pressSend(page)
}

test(
  'after a deposit the screen says that it is under way, and then that the money has arrived',
  RELEASE,
  async () => {
    const fan = await newFan()
    const visitor = await visit()
    const { page } = visitor
    // The websocket may be faster than this test.
    await silenceLive(page)
    await enter(page, fan, '/deposit')
    await sendDeposit(page, '4242424242424242')
    await page.getByRole('heading', { name: 'Seu pagamento está sendo processado' }).waitFor()
    await shot(page, 'deposit-under-way')
    await page.getByRole('heading', { name: 'O dinheiro chegou' }).waitFor()
    await page.getByText('Seu saldo recebeu R$\u00a0100,00, o valor inteiro.').waitFor()
    await expect.poll(() => page.getByText('sendo processado').count()).toBe(0)
    await shot(page, 'deposit-arrived')
    await visitor.end()
  },
)

test('a purchase by card is under way until its money has arrived', RELEASE, async () => {
  const fan = await newFan()
  const { uid } = await newProject({ supply: 2, price: 2000 })
  const visitor = await visit()
  const { page } = visitor
  await silenceLive(page)
  await enter(page, fan, `/payment/${uid}`)
  await chooseCard(page)
  await fillCard(page, '4242424242424242')
  await pressSend(page)
  const panel = page.locator('main').getByRole('status')
  await panel.getByRole('heading', { name: 'Estamos processando' }).waitFor()
  await panel
    .getByText(
      'Seu pagamento está sendo processado. Seu $TUNE ficará disponível após a confirmação do pagamento.',
    )
    .waitFor()
  await panel.getByRole('heading', { name: '$TUNE disponível' }).waitFor()
  await expect.poll(() => panel.getByText('sendo processado').count()).toBe(0)
})

test('a purchase shows its progress, in English', RELEASE, async () => {
  const fan = await newFan({ centavos: 5000, language: 'en' })
  const { uid } = await newProject({ supply: 2, price: 2000 })
  const visitor = await visit({ locale: 'en-US', viewport: DESKTOP })
  const { page } = visitor
  await silenceLive(page)
  await enter(page, fan, `/payment/${uid}`)
  await page.getByRole('button', { name: 'Send payment' }).click()
  await page.getByRole('heading', { name: 'Payment successful' }).waitFor()
  await expectLanguage(page, 'en')
  await page.getByRole('heading', { name: '$TUNE available' }).waitFor()
  await expectLanguage(page, 'en')
  await shot(page, 'purchase-arrived-desk')
})

test('a deposit has one toast and no repeated messages', async () => {
  const fan = await newFan()
  const visitor = await visit({ viewport: DESKTOP })
  const { page } = visitor
  await watchToasts(visitor)
  await watchDialogs(visitor)
  await enter(page, fan, '/deposit')
  await sendDeposit(page, '4242424242424242')
  await expectToast(page, 'Seu saldo foi atualizado!')
  await page.getByRole('heading', { name: 'O dinheiro chegou' }).waitFor()
  expect(await dialogsShown(page)).toEqual([])
  expect(await timesTold(page, 'Estamos criando o seu pagamento...')).toBe(1)
  expect(await timesTold(page, 'Seu saldo foi atualizado!')).toBe(1)
  expect(await mostToasts(page)).toBe(1)
})

test('a purchase shown on its own page is not announced over it', RELEASE, async () => {
  const fan = await newFan({ centavos: 5000 })
  const { uid } = await newProject({ supply: 2, price: 2000 })
  const visitor = await visit()
  const { page } = visitor
  await watchToasts(visitor)
  await watchDialogs(visitor)
  await enter(page, fan, `/payment/${uid}`)
  await page.getByRole('button', { name: 'ENVIAR pagamento' }).click()
  await expectToast(page, 'Seu $TUNE está disponível!')
  await page.getByRole('main').getByRole('heading', { name: '$TUNE disponível' }).waitFor()
  await shot(page, 'purchase-arrived')
  expect(await dialogsShown(page)).toEqual([])
  expect(await timesTold(page, 'Seu $TUNE está disponível!')).toBe(1)
})

test('a purchase whose page was left is announced wherever the fan is', RELEASE, async () => {
  const fan = await newFan({ centavos: 5000 })
  const { uid } = await newProject({ supply: 2, price: 2000 })
  const visitor = await visit()
  const { page } = visitor
  // Payments that arrive after the page has read the existing ones are announced.
  const read = page.waitForResponse((answer) => answer.url().includes('/rest/v1/payments'))
  await enter(page, fan, '/statement')
  await read
  await call('/api/v1/buy-token-balance', {
    token: fan.session.access_token,
    body: { typeBuy: 'mint', UID: uid, tip: { amount: 750, words: '' } },
  })
  const news = page.getByRole('dialog', { name: '$TUNE disponível' })
  for (const row of ['Valor do $TUNE R$ 20,00', 'Para o artista R$ 7,50', 'Total R$ 27,50'])
    await expect.poll(async () => plain(await news.innerText()).replace(/\s+/g, ' ')).toContain(row)
  await news.getByRole('button', { name: 'Minha estante' }).click()
  await page.waitForURL('**/shelf')
  await news.waitFor({ state: 'detached' })
  // On the shelf there is nowhere to lead to.
  await buyWithBalance(fan, (await newProject({ supply: 2, price: 2000 })).uid)
  await news.getByRole('button', { name: 'Entendi' }).click()
  await news.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/shelf')
})

test('a bid by card says that its payment is under way', RELEASE, async () => {
  const [auction, fan] = await Promise.all([newAuction(), newFan()])
  const visitor = await visit()
  const { page } = visitor
  await silenceLive(page)
  await enter(page, fan, `/auction/${auction.uid}`)
  const form = await openForm(page)
  await typeAmount(form, 2500)
  await typeCard(page, form, '4242424242424242')
  await send(form)
  await confirm(page)
  await page.getByText('Seu pagamento está sendo processado. Acompanhe o status do seu pagamento.').waitFor()
})

test('one modal follows a bid from the wallet until it is in the auction', async () => {
  const [auction, fan] = await Promise.all([newAuction(), newFan({ centavos: 5000 })])
  const visitor = await visit()
  const { page } = visitor
  await watchDialogs(visitor)
  // The websocket connects once the first title has been seen, however fast the chain is.
  let connect = () => {}
  const seen = new Promise<void>((resolve) => {
    connect = resolve
  })
  await page.routeWebSocket(/\/realtime\//, async (socket) => {
    await seen
    socket.connectToServer()
  })
  await enter(page, fan, `/auction/${auction.uid}`)
  const form = await openForm(page)
  await typeAmount(form, 2500)
  await send(form)
  await confirm(page)
  await page.getByRole('dialog', { name: 'Seu pagamento está sendo processado!' }).waitFor()
  await page.getByText('Seu lance foi enviado e está sendo processado na blockchain.').waitFor()
  connect()
  const sheet = page.getByRole('dialog', { name: 'Lance enviado' })
  await sheet.getByText('Seu lance está no leilão e o valor dele fica reservado.').waitFor()
  await shot(page, 'bid-in')
  await expect.poll(() => page.getByText('sendo processado!').count()).toBe(0)
  expect((await dialogsShown(page)).at(-1)).toBe('Lance enviado')
})

test('a declined card shows nothing as under way', async () => {
  const fan = await newFan()
  const visitor = await visit({ allowed: /status of 402/ })
  const { page } = visitor
  await watchToasts(visitor)
  await enter(page, fan, '/deposit')
  await sendDeposit(page, '4000000000000002')
  const refused = page.getByRole('dialog', { name: '_pagamento' })
  await refused.getByText('O banco recusou o pagamento.').waitFor()
  // The toast says the same: not to try again, beside the advice to use another card.
  expect(await timesTold(page, 'Erro ao processar o pagamento. Por favor, tente novamente.')).toBe(0)
  await expect.poll(() => page.getByText(/Estamos (criando|processando)/).count()).toBe(0)
  expect(await mostToasts(page)).toBe(1)
  await shot(page, 'deposit-refused')
})

test('a key of ours that the card processor does not know is no fault of the card', async () => {
  const fan = await newFan()
  const { page } = await visit({ allowed: /status of 401/ })
  await page.route('**/stripe/v1/payment_methods', (route) =>
    route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer pk_test_gone' } }),
  )
  await enter(page, fan, '/deposit')
  await sendDeposit(page, '4242424242424242')
  const refused = page.getByRole('dialog', { name: '_pagamento' })
  await refused.getByText('Pagamentos com cartão estão indisponíveis agora, e nada foi cobrado.').waitFor()
  await shot(page, 'deposit-unavailable')
})

test('a bid by card has one toast for its payment and one for the bid', RELEASE, async () => {
  const [auction, fan] = await Promise.all([newAuction(), newFan()])
  const visitor = await visit()
  const { page } = visitor
  await watchToasts(visitor)
  await enter(page, fan, `/auction/${auction.uid}`)
  const form = await openForm(page)
  await form
    .getByText(
      'Depois de confirmado, o lance não pode ser alterado nem cancelado. Só desativar a conta o encerra, e o dinheiro fica então no seu saldo.',
    )
    .waitFor()
  await typeAmount(form, 2500)
  await typeCard(page, form, '4242424242424242')
  await form.getByText('A taxa do cartão não volta, nem se você não ganhar.').waitFor()
  await shot(page, 'bid-terms')
  await send(form)
  const question = page.getByRole('dialog', { name: '_confirmar pagamento' })
  await question
    .getByText(/no máximo até \d\d\/\d\d\/\d{4}\sàs\s\d\d:\d\d, quando o projeto encerra/)
    .waitFor()
  await question.getByText('A taxa do cartão não volta, nem se você não ganhar.').waitFor()
  await shot(page, 'bid-terms-confirm')
  await confirm(page)
  await expectToast(page, 'Seu lance foi confirmado na blockchain.')
  await expectToast(page, 'Seu lance foi atualizado: Lance enviado')
  await understandAll(page)
  await expectStanding(page, '1º · Você lidera')
  for (const text of ['Estamos criando o seu pagamento...', 'Seu lance foi confirmado na blockchain.'])
    expect(await timesTold(page, text)).toBe(1)
  expect(await timesTold(page, 'Um lance foi registrado em uma rodada de leilão!')).toBe(0)
  expect(await mostToasts(page)).toBeLessThanOrEqual(2)
})

for (const [locale, sentence] of [
  ['pt-BR', 'Não conseguimos falar com o serviço de cartões. Confira sua conexão e tente de novo.'],
  ['en-US', 'We could not reach the card service. Check your connection and try again.'],
] as const)
  test(`without a connection to the card processor, in ${locale}`, RELEASE, async () => {
    const fan = await newFan({ language: locale === 'pt-BR' ? 'pt' : 'en' })
    const visitor = await visit({ locale, allowed: /ERR_FAILED|ERR_INTERNET_DISCONNECTED/ })
    const { page } = visitor
    await page.route('**/v1/payment_methods', (route) => route.abort())
    await enter(page, fan, '/deposit')
    const isPt = locale === 'pt-BR'
    await page.getByRole('radio', { name: isPt ? 'Cartão' : 'Card', exact: true }).click()
    await page.getByLabel(isPt ? 'Valor' : 'Amount', { exact: true }).pressSequentially('10000')
    const names = isPt
      ? ['Número do cartão', 'Data de validade', 'Código de segurança']
      : ['Card number', 'Expiration date', 'Security code']
    const values = ['4242424242424242', '12 / 34', '123']
    for (const [index, name] of names.entries())
      await page
        .frameLocator(`iframe[title$="${name}"]`)
        .locator('input')
        .first()
        .fill(values[index] ?? '')
    await page.getByRole('button', { name: isPt ? 'ENVIAR pagamento' : 'Send payment' }).click()
    await page.getByRole('dialog').getByText(sentence).waitFor()
    await expect.poll(() => page.getByText('cannot be reached').count()).toBe(0)
  })
