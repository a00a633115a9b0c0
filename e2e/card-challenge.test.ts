/** A payment by card whose page is left while the bank asks: it is found again, gone on with, or given up. */
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { newAuction, newProject } from './auctions.ts'
import { openForm, send, typeAmount, typeCard } from './bidding.ts'
import {
  chooseCard,
  DESKTOP,
  expect,
  fillCard,
  PHONE,
  RELEASE,
  shot,
  test,
  visit,
  withDatabase,
} from './fixtures.ts'
import { balanceOf, enter, type Fan, newFan } from './people.ts'

const ASKS_ITS_PAYER = '4000002760003184'
const question = (page: Page) => page.frameLocator('iframe[title="Autenticação 3D Secure"]')
const authorise = (page: Page) => question(page).locator('#test-source-authorize-3ds')

const statuses = (fan: Fan) =>
  withDatabase(async (sql) => {
    const rows = await sql<{ status: string }[]>`
      select status from payments where user_id = ${fan.uid} order by id`
    return rows.map(({ status }) => status)
  })

/** A deposit of R$ 25,00 whose page is loaded again while the bank asks. */
async function leaveDepositAtBank(page: Page, fan: Fan): Promise<void> {
  await enter(page, fan, '/deposit')
  await chooseCard(page)
  await page.getByLabel('Valor', { exact: true }).pressSequentially('2500')
  await fillCard(page, ASKS_ITS_PAYER)
  await page.getByRole('button', { name: 'ENVIAR pagamento' }).click()
  await authorise(page).waitFor()
  await page.reload()
}

test(
  'a reload during the bank’s question finds the payment, which goes on and is charged once',
  RELEASE,
  async () => {
    const fan = await newFan()
    const visitor = await visit({ viewport: PHONE })
    const { page } = visitor
    await leaveDepositAtBank(page, fan)
    await page.getByRole('heading', { name: 'Seu pagamento espera o seu banco' }).waitFor()
    await page.getByText('até lá nada é cobrado', { exact: false }).waitFor()
    expect(await page.getByRole('button', { name: 'ENVIAR pagamento' }).count()).toBe(0)
    await expectAccessible(page, 'a payment that waits for its bank')
    await shot(page, 'card-waiting-phone')
    await page.getByRole('button', { name: 'Continuar no banco' }).click()
    await authorise(page).click()
    await page.getByRole('heading', { name: 'O dinheiro chegou' }).waitFor()
    expect(await balanceOf(fan)).toEqual({ balance: 2500, totalBided: 0 })
    await expect.poll(() => statuses(fan)).toEqual(['succeded-token'])
  },
)

test('a purchase found again is given up, and its unit bought in another way', RELEASE, async () => {
  const fan = await newFan()
  const { uid } = await newProject({ supply: 1, price: 2000 })
  const visitor = await visit({ viewport: DESKTOP })
  await enter(visitor.page, fan, `/payment/${uid}`)
  // By PIX and by card: what does not come back is said before it is paid.
  const feeStays = visitor.page.getByText('A taxa do PIX ou do cartão não volta', { exact: false })
  await feeStays.waitFor()
  await chooseCard(visitor.page)
  await feeStays.waitFor()
  await fillCard(visitor.page, ASKS_ITS_PAYER)
  await visitor.page.getByRole('button', { name: 'ENVIAR pagamento' }).click()
  await authorise(visitor.page).waitFor()
  // The tab is closed, and another one opened.
  const page = await visitor.context.newPage()
  await visitor.page.close()
  await page.goto(`/payment/${uid}`)
  await page.getByRole('heading', { name: 'Seu pagamento espera o seu banco' }).waitFor()
  await shot(page, 'card-waiting-desktop')
  await page.getByRole('button', { name: 'Desistir deste pagamento' }).click()
  await page.getByText('Pagamento desfeito. Nada foi cobrado.').waitFor()
  await chooseCard(page)
  await fillCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'ENVIAR pagamento' }).click()
  await page
    .getByRole('main')
    .getByRole('status')
    .getByRole('heading', { name: '$TUNE disponível' })
    .waitFor()
  await expect.poll(() => statuses(fan)).toEqual(['failed', 'succeded-mint'])
})

test('a deposit found again and refused by the bank keeps its method and amount', RELEASE, async () => {
  const visitor = await visit({ allowed: /status of 402/ })
  const { page } = visitor
  await leaveDepositAtBank(page, await newFan())
  await page.getByRole('button', { name: 'Continuar no banco' }).click()
  await question(page).locator('#test-source-fail-3ds').click()
  await page.getByRole('dialog', { name: '_pagamento' }).getByRole('button', { name: 'Entendi' }).click()
  await expect(page.getByRole('radio', { name: 'Cartão', exact: true })).toBeChecked()
  await expect(page.getByLabel('Valor', { exact: true })).toHaveValue(/25,00/)
})

test('a bid found again goes on, and the bank may refuse it', RELEASE, async () => {
  const [auction, fan] = await Promise.all([newAuction(), newFan()])
  const visitor = await visit({ allowed: /status of 402/ })
  const { page } = visitor
  await enter(page, fan, `/auction/${auction.uid}`)
  const form = await openForm(page)
  await typeAmount(form, 3000)
  await typeCard(page, form, ASKS_ITS_PAYER)
  await send(form)
  await page.getByRole('button', { name: 'Confirmar Lance' }).click()
  await authorise(page).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Enviar lance' }).click()
  await page.getByRole('button', { name: 'Continuar no banco' }).click()
  await question(page).locator('#test-source-fail-3ds').click()
  await page.getByRole('dialog', { name: '_pagamento' }).getByRole('button', { name: 'Entendi' }).click()
  await expect(form.getByRole('radio', { name: 'Cartão', exact: true })).toBeChecked()
  await expect(form.getByLabel(/^Valor/).first()).toHaveValue(/30,00/)
  await expect.poll(() => statuses(fan)).toEqual(['failed'])
  expect(await balanceOf(fan)).toEqual({ balance: 0, totalBided: 0 })
})
