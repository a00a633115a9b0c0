/** What an auction's page says of the units to come: whether one is free, and whether a standing bid will win one. */
import { expectAccessible } from './accessibility.ts'
import { type Auction, bid, endWindows, expectSound, newAuction, outcomes } from './auctions.ts'
import { confirm, enterAuction, expectStanding, openForm, plain, row, send, typeAmount } from './bidding.ts'
import { DESKTOP, expect, RELEASE, shot, test, visit, withDatabase } from './fixtures.ts'
import { expectLanguage } from './languages.ts'
import { enter, type Fan, newFan } from './people.ts'

/** The windows end one by one, half an hour apart. */
async function spreadWindows({ uid }: Auction): Promise<void> {
  await withDatabase(
    (sql) => sql`
      update mints set will_expire_at = date_trunc('minute', now()) + spread.place * interval '30 minutes'
      from (
        select mints.id, row_number() over (order by mints.id) as place
        from mints join projects on projects.id = mints.project_id where projects.uid = ${uid}
      ) spread
      where spread.id = mints.id`,
  )
}

test('a waiting unit is sold for the price, and the page says so', async () => {
  const auction = await newAuction({ price: 1000 })
  const [ana, eve] = await Promise.all([newFan({ centavos: 5000 }), newFan({ language: 'en' })])
  const phone = await visit()
  const { page } = phone
  await enterAuction(phone, ana, auction.uid)
  await page.getByText('Lidere com R$ 10,00').filter({ visible: true }).waitFor()

  // The window ends without a bid; the page learns of it by itself.
  await endWindows(auction)
  await page.getByText('Livre agora por R$ 10,00').filter({ visible: true }).waitFor()
  await page.getByText(/O primeiro lance a partir de R\$\s10,00 leva na hora/).waitFor()
  // Nobody needs to wait for the next one.
  expect(await page.getByText('Próx. item disponível em').count()).toBe(0)
  await shot(page, 'auction-free')
  const desk = await visit({ viewport: DESKTOP, locale: 'en-US' })
  await enter(desk.page, eve, `/auction/${auction.uid}`)
  await desk.page.getByText('Free now for R$ 10,00').filter({ visible: true }).waitFor()
  await expectLanguage(desk.page, 'en')
  await shot(desk.page, 'auction-free-desk')

  const form = await openForm(page)
  await form.getByText(/O primeiro lance a partir de R\$\s10,00 leva na hora/).waitFor()
  expect(plain(await form.getByLabel('Valor do lance').inputValue())).toBe('R$ 10,00')
  await form.getByRole('status').getByText('Com esse valor, você ganha na hora.').waitFor()
  await form.getByText('A unidade é sua na hora.', { exact: false }).waitFor()
  expect(await form.getByText('O valor fica reservado').count()).toBe(0)
  await shot(page, 'auction-free-form')
  await send(form)
  await confirm(page)
  await page.getByRole('dialog', { name: 'Lance ganhador' }).waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
  await page.keyboard.press('Escape')
  await row(page, '_lances ganhadores', ana).getByText('Lance ganhador').waitFor()
  expect(await outcomes(auction)).toMatchObject([{ bid: 'winner' }])
  await desk.page.getByText('Lead with R$ 10,00').filter({ visible: true }).waitFor()
  await expectSound()
})

test(
  'whoever is passed at the last question is told, and asked again before anything is sent',
  RELEASE,
  async () => {
    const auction = await newAuction({ price: 1000 })
    const [ana, bia] = await Promise.all([newFan({ centavos: 5000 }), newFan({ centavos: 5000 })])
    const phone = await visit()
    const { page } = phone
    await enterAuction(phone, ana, auction.uid)
    const form = await openForm(page)
    await typeAmount(form, 1500)
    await send(form)
    const question = page.getByRole('dialog', { name: '_confirmar pagamento' })
    const submit = question.getByRole('button', { name: 'Confirmar Lance' })
    await question.getByText('em 1º', { exact: false }).waitFor()
    const passed = async (amount: number) => {
      await bid(bia, auction, amount)
      await question
        .getByRole('alert')
        .getByText('Alguém acabou de passar na sua frente.', { exact: false })
        .waitFor()
      expect(await submit.count()).toBe(0)
    }
    await passed(2000)
    await question.getByRole('button', { name: /^Manter R\$\s15,00$/ }).waitFor()
    await expectAccessible(page, 'passed at the last question')
    await shot(page, 'auction-passed')
    await question.getByRole('button', { name: /^Usar R\$\s20,01 e liderar$/ }).click()
    await question.getByText(/Você vai dar um lance de R\$\s20,01/).waitFor()
    await submit.waitFor()
    expect(await outcomes(auction)).toHaveLength(1)
    await submit.click()
    await expectStanding(page, '1º · Você lidera')
    await phone.end()
  },
)

test('until the bids are here, nothing is said of them', RELEASE, async () => {
  const auction = await newAuction({ price: 1000 })
  const phone = await visit()
  const { page } = phone
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/projects/bids/*', async (route) => {
    await held
    await route.continue()
  })
  await enter(page, await newFan(), `/auction/${auction.uid}`)
  await page.getByText('Maior lance', { exact: true }).waitFor()
  expect(await page.getByText('Nenhum ainda').count()).toBe(0)
  expect(await page.getByText('Nenhum atividade disponível').count()).toBe(0)
  await shot(page, 'auction-loading')
  answer()
  await page.getByText('Nenhum ainda').waitFor()
  await page.getByText('Nenhum atividade disponível').waitFor()
  await phone.end()
})

test('a standing bid shows when it would win, or that others come first', RELEASE, async () => {
  const auction = await newAuction({ supply: 3 })
  const fans = await Promise.all([
    ...[5000, 4000, 3000].map((centavos) => newFan({ centavos })),
    newFan({ centavos: 2500, language: 'en' }),
  ])
  const [, , ana, beto] = fans as [Fan, Fan, Fan, Fan]
  await spreadWindows(auction)
  const phone = await visit()
  await enterAuction(phone, ana, auction.uid)
  const amounts = [5000, 4000, 3000, 2500]
  for (const [index, fan] of fans.entries()) await bid(fan, auction, amounts[index] ?? 0)

  await expectStanding(phone.page, '3º · Se nada mudar, você ganha')
  await phone.page.getByText('A sua é a 3ª unidade a se liberar.').waitFor()
  const line = phone.page.getByRole('status').filter({ hasText: 'Seu lance:', visible: true })
  const before = plain(await line.innerText())
  await shot(phone.page, 'auction-outlook')

  const desk = await visit({ viewport: DESKTOP, locale: 'en-US' })
  await enter(desk.page, beto, `/auction/${auction.uid}`)
  await desk.page.getByText('#4 · Behind the next 3 units').filter({ visible: true }).waitFor()
  await desk.page.getByText('3 units come free, the last of them').waitFor()
  await expectLanguage(desk.page, 'en')
  await shot(desk.page, 'auction-outlook-desk')

  // Holders press play, so their windows end later.
  await withDatabase(
    (sql) => sql`
      update mints set will_expire_at = will_expire_at + interval '37 minutes'
      from projects where projects.id = mints.project_id and projects.uid = ${auction.uid}`,
  )
  await expect.poll(async () => plain(await line.innerText())).not.toBe(before)
  await expectStanding(phone.page, '3º · Se nada mudar, você ganha')
})

test('an amount shows its rank and what it would win before the bid is confirmed', RELEASE, async () => {
  const auction = await newAuction({ supply: 2 })
  const [ana, ...others] = await Promise.all([9000, 5000, 4000, 3000].map((centavos) => newFan({ centavos })))
  if (!ana) throw new Error('no fan')
  await spreadWindows(auction)
  for (const [index, fan] of others.entries()) await bid(fan, auction, 5000 - index * 1000)
  const phone = await visit()
  const { page } = phone
  await enterAuction(phone, ana, auction.uid)
  const form = await openForm(page)
  const told = form.getByRole('status')
  // What the page names beside the button is in the field, though less would win too.
  await page.getByText('Lidere com R$ 50,01', { exact: false }).first().waitFor({ state: 'attached' })
  expect(plain(await form.getByLabel('Valor do lance').inputValue())).toBe('R$ 50,01')
  await typeAmount(form, 2100)
  const lost =
    'Com esse valor você fica em 4º. Só 2 unidades têm hora para se liberar: se nada mudar, você não ganha nenhuma.'
  await told.getByText(lost).waitFor()
  await shot(page, 'auction-prospect')
  await send(form)
  const question = page.getByRole('dialog', { name: '_confirmar pagamento' })
  await question.getByText(lost).waitFor()
  await expectAccessible(page, 'confirmation of a bid that would not win')
  await shot(page, 'auction-prospect-confirm')
  await question.getByRole('button', { name: 'Cancelar' }).click()

  await typeAmount(form, 4500)
  await told.getByText(/^Com esse valor você fica em 2º e, se nada mudar, ganha .*\d\d:\d\d\.$/).waitFor()
  // Passed with the form open: it says so at once, and offers what leads now.
  await typeAmount(form, 5001)
  await told.getByText('Com esse valor você fica em 1º', { exact: false }).waitFor()
  await bid(await newFan({ centavos: 6000 }), auction, 5001)
  await told.getByText('Já existe um lance com este valor. Escolha outro valor.').waitFor()
  await form.getByRole('button', { name: /^Usar R\$\s50,02 e liderar$/ }).waitFor()
})
