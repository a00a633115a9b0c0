/** Paying with the wallet of the browser, Google Pay or Apple Pay, where it has one; what it pays is a payment by card. */
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { newAuction, newProject } from './auctions.ts'
import { openForm, typeAmount } from './bidding.ts'
import {
  chooseCard,
  DESKTOP,
  expect,
  PHONE,
  RELEASE,
  shot,
  test,
  type Visit,
  visit,
  withDatabase,
  world,
} from './fixtures.ts'
import { isFocused } from './focus.ts'
import { balanceOf, enter, type Fan, newFan } from './people.ts'

type Sheet = 'Google Pay' | 'Apple Pay'

const wallets = (page: Page) => page.frameLocator('iframe[title="Carteiras do navegador"]')
const walletButton = (page: Page, name: Sheet) =>
  wallets(page).getByRole('button', { name: `Pagar com ${name}` })
const sheet = (page: Page, name: Sheet) => page.frameLocator(`iframe[title="${name}"]`)
const pay = (page: Page, name: Sheet) => sheet(page, name).getByRole('button', { name: 'Pagar' })

/** A browser that has these wallets. */
async function visitWith(kinds: string, options: Parameters<typeof visit>[0] = {}): Promise<Visit> {
  const visitor = await visit(options)
  await visitor.context.addCookies([{ name: 'wallets', value: kinds, url: world.emulators }])
  return visitor
}

const payments = (fan: Fan) =>
  withDatabase(
    (sql) => sql<{ status: string; amount: number; fee: number }[]>`
      select status, amount::int, fee::int from payments where user_id = ${fan.uid} order by id`,
  )

/** Moves the focus on until it is in a frame's element. */
async function tabInto(page: Page, element: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await isFocused(element)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The keyboard does not reach it')
}

test('a token is bought with Google Pay, by keyboard', async () => {
  const fan = await newFan()
  const { uid } = await newProject({ supply: 1, price: 2000 })
  const { page } = await visitWith('google_pay', { viewport: DESKTOP })
  await enter(page, fan, `/payment/${uid}`)
  await chooseCard(page)
  await walletButton(page, 'Google Pay').waitFor()
  await page.getByText('Ou digite os dados do cartão').waitFor()
  await expectAccessible(page, 'paying by card or by the browser’s wallet')
  await shot(page, 'express-pay-desktop')
  expect(await walletButton(page, 'Apple Pay').count()).toBe(0)
  await tabInto(page, walletButton(page, 'Google Pay'))
  await page.keyboard.press('Enter')
  // 3.99% and R$ 0.39 on top, as by card.
  await sheet(page, 'Google Pay').getByText('R$ 21,19').waitFor()
  await expect.poll(() => isFocused(pay(page, 'Google Pay'))).toBe(true)
  await page.keyboard.press('Enter')
  await page
    .getByRole('main')
    .getByRole('status')
    .getByRole('heading', { name: '$TUNE disponível' })
    .waitFor()
  await expect.poll(() => payments(fan)).toEqual([{ status: 'succeded-mint', amount: 2000, fee: 119 }])
})

test('a sheet is cancelled, declined, and pays a deposit with Apple Pay', async () => {
  const fan = await newFan()
  const { page } = await visitWith('apple_pay.google_pay', { viewport: PHONE, allowed: /status of 402/ })
  await enter(page, fan, '/deposit')
  await chooseCard(page)
  await walletButton(page, 'Apple Pay').click()
  // Nothing is typed yet: the press says so, and opens nothing.
  await page.getByText('Campo obrigatório').waitFor()
  expect(await page.locator('iframe[title="Apple Pay"]').count()).toBe(0)
  await page.getByLabel('Valor', { exact: true }).pressSequentially('2500')

  await walletButton(page, 'Apple Pay').click()
  await sheet(page, 'Apple Pay').getByText('R$ 26,39').waitFor()
  await shot(page, 'express-pay-sheet-phone')
  await sheet(page, 'Apple Pay').getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.locator('iframe[title="Apple Pay"]')).toHaveCount(0)
  expect(await payments(fan)).toEqual([])

  await walletButton(page, 'Apple Pay').click()
  await sheet(page, 'Apple Pay').getByLabel('Cartão').selectOption('declined')
  await pay(page, 'Apple Pay').click()
  const failure = page.getByRole('dialog', { name: '_pagamento' })
  await failure.getByText('recus', { exact: false }).waitFor()
  await failure.getByRole('button', { name: 'Entendi' }).click()
  await expect(page.locator('iframe[title="Apple Pay"]')).toHaveCount(0)

  await walletButton(page, 'Apple Pay').click()
  await sheet(page, 'Apple Pay').getByLabel('Cartão').selectOption('amex')
  await pay(page, 'Apple Pay').click()
  await failure.getByText('Cartões American Express não são aceitos.').waitFor()
  await failure.getByRole('button', { name: 'Entendi' }).click()

  await walletButton(page, 'Apple Pay').click()
  await pay(page, 'Apple Pay').click()
  await page.getByRole('heading', { name: 'O dinheiro chegou' }).waitFor()
  expect(await balanceOf(fan)).toEqual({ balance: 2500, totalBided: 0 })
  await expect
    .poll(async () => (await payments(fan)).map(({ status }) => status))
    .toEqual(['failed', 'succeded-token'])
})

test('a bid is paid with Google Pay, whose bank asks', RELEASE, async () => {
  const [auction, fan] = await Promise.all([newAuction(), newFan()])
  const { page } = await visitWith('google_pay')
  await enter(page, fan, `/auction/${auction.uid}`)
  const form = await openForm(page)
  await form.getByRole('radio', { name: 'Cartão', exact: true }).click()
  await typeAmount(form, 3000)
  await walletButton(page, 'Google Pay').click()
  await sheet(page, 'Google Pay').getByLabel('Cartão').selectOption('asks')
  await pay(page, 'Google Pay').click()
  await page
    .frameLocator('iframe[title="Autenticação 3D Secure"]')
    .locator('#test-source-authorize-3ds')
    .click()
  await expect.poll(() => balanceOf(fan)).toEqual({ balance: 0, totalBided: 3000 })
})

test('a browser without a wallet sees the card alone, and no empty space', RELEASE, async () => {
  const fan = await newFan()
  const { page } = await visit({ viewport: PHONE })
  await enter(page, fan, '/deposit')
  const ready = page.waitForResponse(/express\/domain/)
  await chooseCard(page)
  await ready
  await page.frameLocator('iframe[title$="Número do cartão"]').getByLabel('Número do cartão').waitFor()
  expect(await page.getByText('Ou digite os dados do cartão').isVisible()).toBe(false)
  const gap = await page.evaluate<number>(
    `(() => {
      const fields = document.querySelector('form fieldset:has(.StripeElement)')
      const before = fields.previousElementSibling.previousElementSibling
      return fields.getBoundingClientRect().top - before.getBoundingClientRect().bottom
    })()`,
  )
  expect(gap).toBe(24)
})
