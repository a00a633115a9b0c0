/** The auction's accessibility: both themes, keyboard only, and in English. */
import type { Page } from '@playwright/test'
import { closeDialog, expectAccessible, visitAtRest } from './accessibility.ts'
import { type Auction, bid, endWindows, newAuction, outcomes } from './auctions.ts'
import { enterAuction, expectStanding, expectToast, openForm, row, send, typeAmount } from './bidding.ts'
import { chooseCard, DESKTOP, expect, PHONE, RELEASE, shot, test, visit } from './fixtures.ts'
import { tabTo } from './focus.ts'
import { expectLanguage } from './languages.ts'
import { enter, newFan, projectNamed } from './people.ts'

test.use({ whole: true })

let made: Promise<Auction> | null = null
/** One auction for all these tests: one fan has won a unit, and another leads. */
function theAuction(): Promise<Auction> {
  made ??= (async () => {
    const [auction, first, second] = await Promise.all([
      newAuction(),
      newFan({ centavos: 3000 }),
      newFan({ centavos: 2500 }),
    ])
    await bid(first, auction, 3000)
    await bid(second, auction, 2500)
    await endWindows(auction)
    const isWon = async () => (await outcomes(auction)).some((outcome) => outcome.bid === 'winner')
    await expect.poll(isWon).toBe(true)
    return auction
  })()
  return made
}

/** What one bids on is an hour: its clock is the largest figure, in the first screen together with the way to bid. */
async function expectLargeClock(page: Page): Promise<void> {
  await page.evaluate('scrollTo(0, 0)')
  const { width, height } = page.viewportSize() as { width: number; height: number }
  const clock = await page.getByRole('timer').first().boundingBox()
  const bid = await page.getByRole('button', { name: 'Enviar lance' }).locator('visible=true').boundingBox()
  if (!clock || !bid) throw new Error('the clock or the way to bid is not shown')
  expect(clock.width).toBeGreaterThan(width < 500 ? width * 0.6 : 200)
  expect(clock.y + clock.height).toBeLessThan(bid.y)
  expect(bid.y + bid.height).toBeLessThanOrEqual(height)
}

test(
  'beside a clip the hour is in the first screen of a phone as well, and so is the way to send',
  RELEASE,
  async () => {
    const fan = await newFan({ centavos: 5000 })
    const { uid } = await projectNamed(fan, 'Janela Acesa')
    const visitor = await visitAtRest(PHONE)
    const { page } = visitor
    await enterAuction(visitor, fan, uid)
    const clip = page.getByRole('button', { name: /^Ouvir um trecho de Janela Acesa/ })
    await clip.waitFor()
    await expectLargeClock(page)
    await shot(page, 'auction-clip-phone')
    const form = await openForm(page)
    await expect(form.getByRole('button', { name: 'Enviar lance' })).toBeInViewport({ ratio: 1 })
    await shot(page, 'bid-in-sight-phone')
    await page.setViewportSize(DESKTOP)
    await shot(page, 'bid-in-sight-desktop')
  },
)

for (const [device, viewport] of [
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const)
  test(`the page and its modals, on a ${device}`, RELEASE, async () => {
    const auction = await theAuction()
    const fan = await newFan({ centavos: 5000 })
    const visitor = await visitAtRest(viewport)
    const { page } = visitor
    await enterAuction(visitor, fan, auction.uid)
    await page.getByRole('heading', { name: '_lances ganhadores' }).waitFor()
    await page.getByRole('heading', { name: '_histórico' }).waitFor()
    await expectAccessible(page, `auction on a ${device}`)
    await expectLargeClock(page)
    await shot(page, `auction-${device}`)

    const form = await openForm(page)
    await form.getByLabel('Valor do lance').fill('')
    await send(form)
    await form.getByText('Campo obrigatório').waitFor()
    await expectAccessible(page, 'form for the wallet')
    await typeAmount(form, 4000)
    await send(form)
    await page.getByRole('dialog', { name: '_confirmar pagamento' }).waitFor()
    await expectAccessible(page, 'question')
    await page.getByRole('button', { name: 'Cancelar' }).click()
    await form.getByRole('switch', { name: /Pagar com saldo/ }).click()
    await form.getByRole('button', { name: 'Gerar código PIX' }).waitFor()
    await expectAccessible(page, 'form for PIX')
    await chooseCard(page)
    await page.frameLocator('iframe[title$="Número do cartão"]').getByLabel('Número do cartão').waitFor()
    await expectAccessible(page, 'form for a card')
    await closeDialog(page)

    await page.getByRole('button', { name: 'Ver o registro público deste leilão' }).click()
    await page.getByRole('dialog', { name: '_registro público' }).getByRole('listitem').first().waitFor()
    await expectAccessible(page, 'record')
    await closeDialog(page)
    await page.getByRole('button', { name: /^Notificações/ }).click()
    await page.getByRole('dialog', { name: '_notificações' }).getByRole('listitem').first().waitFor()
    await expectAccessible(page, 'bell')
    await closeDialog(page)
  })

test('the modals and the panel of a fan with a bid', RELEASE, async () => {
  const auction = await newAuction()
  const fan = await newFan({ centavos: 5000 })
  const visitor = await visitAtRest()
  const { page } = visitor
  await enterAuction(visitor, fan, auction.uid)
  const form = await openForm(page)
  await bid(fan, auction, 2000)
  // It was placed on another device; behind the form the page shows it by now.
  await page
    .getByText(/^Seu lance: /)
    .first()
    .waitFor({ state: 'attached' })
  await send(form)
  await page.getByRole('dialog', { name: 'Lance identificado' }).waitFor()
  await expectAccessible(page, 'duplicate')
  await closeDialog(page)
  await row(page, '_lances', fan).getByText('Lance enviado').waitFor()
  await expectAccessible(page, "auction with a bid of one's own")
  await endWindows(auction)
  await page.getByRole('dialog', { name: 'Lance ganhador' }).waitFor()
  await expectAccessible(page, 'winner')
  await closeDialog(page)
  await enter(page, fan, '/dashboard')
  await page.getByRole('button', { name: 'Ver meus lances' }).click()
  await page.getByRole('dialog', { name: 'Meus lances' }).getByText('Lance ganhador').waitFor()
  await expectAccessible(page, 'panel')
})

test('bidding by keyboard', RELEASE, async () => {
  const auction = await theAuction()
  const fan = await newFan({ centavos: 5000 })
  const visitor = await visit({ viewport: DESKTOP })
  const { page } = visitor
  await enterAuction(visitor, fan, auction.uid)
  await tabTo(page, page.getByRole('button', { name: 'Enviar lance' }))
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: '_enviar oferta' })
  await tabTo(page, form.getByLabel('Valor do lance'))
  await page.keyboard.type('1000')
  await page.keyboard.press('Enter')
  // An error moves the focus to its field.
  await form.getByText('O valor deve ser igual ou maior que o valor do $TUNE.').waitFor()
  await expect
    .poll(() => form.getByLabel('Valor do lance').evaluate((field) => field.matches(':focus')))
    .toBe(true)
  await tabTo(page, form.getByRole('button', { name: /e liderar$/ }))
  await page.keyboard.press('Enter')
  await tabTo(page, form.getByRole('button', { name: 'Enviar lance' }))
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: '_confirmar pagamento' })
  await tabTo(page, question.getByRole('button', { name: 'Confirmar Lance' }))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: /^(Seu pagamento está sendo processado!|Lance enviado)$/ }).waitFor()
  await expectAccessible(page, 'bid on its way')
  // By now the bid may have been recorded.
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Entendi' }))
  await page.keyboard.press('Enter')
  await expectStanding(page, '1º · Você lidera')

  await tabTo(page, page.getByRole('button', { name: 'Ver o registro público deste leilão' }))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: '_registro público' }).waitFor()
  await page.keyboard.press('Escape')
  await expect
    .poll(() =>
      page
        .getByRole('button', { name: 'Ver o registro público deste leilão' })
        .evaluate((button) => button.matches(':focus')),
    )
    .toBe(true)
})

test('in English throughout', RELEASE, async () => {
  const auction = await newAuction()
  const [fan, rival] = await Promise.all([
    newFan({ centavos: 5000, language: 'en' }),
    newFan({ centavos: 4000 }),
  ])
  const visitor = await visit({ locale: 'en-US', viewport: DESKTOP })
  const { page } = visitor
  await enter(page, fan, `/auction/${auction.uid}`)
  await page.getByText('No activity yet').waitFor()
  await expectLanguage(page, 'en')
  await page.getByRole('button', { name: 'Place bid' }).click()
  const form = page.getByRole('dialog', { name: '_place bid' })
  await form.getByLabel('Bid', { exact: true }).fill('1000')
  await form.getByRole('button', { name: 'Place bid' }).click()
  await form.getByText('The amount must be equal to or greater than the price of the $TUNE.').waitFor()
  await expectLanguage(page, 'en')
  await form.getByLabel('Bid', { exact: true }).fill('2000')
  await form.getByRole('button', { name: 'Place bid' }).click()
  await expectLanguage(page, 'en')
  await page.getByRole('button', { name: 'Confirm Bid' }).click()
  await page.getByRole('dialog', { name: /^(Your payment is being processed!|Bid placed)$/ }).waitFor()
  await expectLanguage(page, 'en')
  await page.getByRole('button', { name: 'Got it' }).click()
  await page.getByText('You are here').waitFor()
  await bid(rival, auction, 4000)
  await expectToast(page, 'A bid was placed in an auction round!')
  await expectLanguage(page, 'en')
  await endWindows(auction)
  await page.getByRole('heading', { name: '_winning bids' }).waitFor()
  await page.getByRole('button', { name: 'See the public record of this auction' }).click()
  await page
    .getByRole('dialog', { name: '_public record' })
    .getByText(/took unit 1 for/)
    .waitFor()
  await expectLanguage(page, 'en')
  await page.keyboard.press('Escape')
  await endWindows(auction)
  await page.getByRole('dialog', { name: 'Winning bid' }).waitFor()
  await expectLanguage(page, 'en')
  await page.keyboard.press('Escape')
  await enter(page, fan, '/dashboard')
  await page.getByRole('button', { name: 'See my bids' }).click()
  await page.getByRole('dialog', { name: 'My bids' }).getByText('Winning bid').waitFor()
  await expectLanguage(page, 'en')
})
