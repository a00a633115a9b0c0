/** Paying by PIX at the emulated bank, with live updates, and codes that nobody pays. */
import type { Locator, Page } from '@playwright/test'
import { expectAccessible, visitAtRest } from './accessibility.ts'
import { bid, newAuction, newProject } from './auctions.ts'
import { expectStanding, expectToast, openForm, plain, typeAmount, understandAll } from './bidding.ts'
import {
  DESKTOP,
  expect,
  fillCard,
  PHONE,
  RELEASE,
  shot,
  test,
  theBrowser,
  visit,
  withDatabase,
  world,
} from './fixtures.ts'
import { chooseByArrow, isFocused, tabTo } from './focus.ts'
import { balanceOf, buyWithBalance, enter, type Fan, newFan, projectNamed } from './people.ts'

/** The fan's newest payment by PIX. */
async function newestPix(fan: Fan): Promise<{ id: number; uid: string; count: number }> {
  const [row] = await withDatabase(
    (sql) => sql<{ id: number; uid: string; count: number }[]>`
      select id::int, uid, (count(*) over ())::int as count from payments
      where user_id = ${fan.uid} and method = 'pix' order by id desc limit 1`,
  )
  if (!row) throw new Error('There is no payment by PIX.')
  return row
}

async function statusOf(id: number): Promise<string | undefined> {
  const [row] = await withDatabase(
    (sql) => sql<{ status: string }[]>`select status from payments where id = ${id}`,
  )
  return row?.status
}

/** Pays the charge on the emulator's page, as its payer would in a bank's app. */
async function payAtTheBank(fan: Fan): Promise<void> {
  const { uid } = await newestPix(fan)
  const context = await (await theBrowser()).newContext()
  const page = await context.newPage()
  await page.goto(`${world.emulators}/pix/pagar/${uid.replaceAll('-', '')}`)
  await page.getByRole('button', { name: 'Pagar' }).click()
  await page.getByText('Paga', { exact: true }).waitFor()
  await context.close()
}

const code = (page: Page | Locator) => page.getByLabel('PIX copia e cola')

test('a deposit: the fee in advance, the code to copy, the balance updated live', async () => {
  const fan = await newFan()
  const visitor = await visit()
  const { page } = visitor
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(page, fan, '/deposit')
  await page.getByLabel('Valor', { exact: true }).pressSequentially('10000')
  await page.getByText('R$ 100,99').waitFor()
  await page.getByRole('button', { name: 'Gerar código PIX' }).click()
  await page.getByText('Aguardando o pagamento…').waitFor()
  await expect.poll(() => isFocused(page.getByRole('heading', { name: 'Pague com PIX' }))).toBe(true)
  await page.getByRole('img', { name: /Código QR de um PIX/ }).waitFor()
  expect(await page.getByRole('timer').innerText()).toMatch(/^(10:00|09:\d\d)$/)
  await page.getByRole('button', { name: 'Copiar código' }).click()
  await page.getByText('Código copiado. Agora é só colar no aplicativo do seu banco.').waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await code(page).inputValue())
  await expectAccessible(page, 'PIX code')
  await shot(page, 'pix-deposit')

  // Reopened, the page shows the same code.
  const shown = await code(page).inputValue()
  await page.reload()
  await code(page).waitFor()
  expect(await code(page).inputValue()).toBe(shown)
  expect((await newestPix(fan)).count).toBe(1)

  await payAtTheBank(fan)
  await page.getByRole('heading', { name: 'O dinheiro chegou' }).waitFor()
  await page.getByRole('button', { name: 'Mostrar saldos' }).click()
  await expect
    .poll(async () => plain(await page.locator('header').first().innerText()))
    .toContain('R$ 100,00')
  await page.getByRole('button', { name: 'Novo pagamento' }).click()
  await expect.poll(() => isFocused(page.getByRole('button', { name: 'Gerar código PIX' }))).toBe(true)
})

test('a purchase: an expired code is replaced by another, which is paid', async () => {
  const fan = await newFan({ centavos: 1000 })
  const project = await projectNamed(fan, 'Quintal Elétrico')
  const visitor = await visit({ viewport: DESKTOP })
  const { page } = visitor
  await enter(page, fan, `/payment/${project.uid}`)
  await page.getByText('Valor a ser pago').waitFor()
  await page.getByText('ele é menor que o valor do $TUNE. Pague com PIX ou cartão.').waitFor()
  await page.getByText('R$ 5', { exact: true }).click()
  const setAside = page.getByText('Guardamos uma unidade para você por 10 minutos', { exact: false })
  await setAside.waitFor()
  await page.getByRole('button', { name: 'Gerar código PIX' }).click()
  await code(page).waitFor()
  await shot(page, 'pix-purchase')
  // What is bought on another device meanwhile does not cover the code.
  await buyWithBalance(fan, (await newProject({ supply: 1, price: 1000 })).uid)
  await expectToast(page, 'Seu $TUNE está disponível!')
  const ended = await newestPix(fan)

  // The page is told that its ten minutes are over.
  await page.route(`**/pix-payments/${ended.uid}`, async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: Record<string, unknown> }
    await route.fulfill({ json: { data: { ...data, expiresAt: '2020-01-01T00:00:00.000Z' } } })
  })
  await page.getByRole('heading', { name: 'Este código não vale mais' }).waitFor()
  await page.getByText('O tempo deste código terminou.', { exact: false }).waitFor()
  await setAside.waitFor()
  // There is nothing left to cancel.
  expect(await page.getByText('Há um código PIX', { exact: false }).count()).toBe(0)
  await expectAccessible(page, 'ended PIX code')
  await shot(page, 'pix-ended')
  expect(await page.locator('[data-moment]').count()).toBe(0)
  await page.getByRole('button', { name: 'Gerar novo código' }).click()
  await page.getByText('Aguardando o pagamento…').waitFor()
  expect((await newestPix(fan)).count).toBe(2)

  await payAtTheBank(fan)
  const moment = page.locator('main').getByRole('status')
  await moment.getByRole('heading', { name: '$TUNE disponível' }).waitFor()
  // The lines of the code, and nothing of the wallet, which did not pay.
  const said = plain(await moment.innerText()).replace(/\s+/g, ' ')
  for (const row of ['Valor do $TUNE R$ ', 'Para o artista R$ 5,00', 'Taxa do PIX (0,99%) R$ ', 'Total R$ '])
    expect(said).toContain(row)
  expect(said).not.toContain('saldo')
  await expectAccessible(page, 'bought by PIX')
  await shot(page, 'pix-bought')
  expect((await balanceOf(fan)).balance).toBe(0)
})

test('beside an open code nothing that it pays for can be chosen, until it is left', async () => {
  const fan = await newFan()
  const project = await newProject({ supply: 2, price: 2000 })
  const visitor = await visitAtRest(PHONE)
  const { page } = visitor
  await enter(page, fan, `/payment/${project.uid}`)
  await page.getByText('R$ 5', { exact: true }).click()
  await page.getByRole('button', { name: 'Gerar código PIX' }).click()
  await code(page).waitFor()
  const tips = page.getByRole('radiogroup', { name: 'Quer somar um valor', exact: false })
  const whose = page.getByRole('radiogroup', { name: 'Para quem é?' })
  const fixed = page.getByText('Há um código PIX de R$ 25,25 para este $TUNE, para você.', { exact: false })
  // As it was left, and read again: the choices could say something else by now.
  for (const again of [false, true]) {
    if (again) await page.reload()
    await fixed.waitFor()
    expect(await tips.or(whose).count()).toBe(0)
  }
  await page.getByText('Cartão', { exact: true }).click()
  await fixed.waitFor()
  // What the code adds for the artist holds for the card, too, although the page has forgotten what was chosen.
  const said = async () => plain(await page.getByRole('main').innerText()).replace(/\s+/g, ' ')
  await expect.poll(said).toContain('Para o artista R$ 5,00')
  await expect.poll(said).toContain('Valor a ser pago R$ 26,39')
  expect(await tips.or(whose).count()).toBe(0)
  await page.getByRole('button', { name: 'Cancelar o código e mudar', exact: true }).waitFor()
  await page.getByText('PIX', { exact: true }).click()
  await code(page).waitFor()
  // The code has the one button that cancels it, and nothing is said of a balance that is not asked for.
  expect(await page.getByRole('button', { name: /^Cancelar/ }).count()).toBe(1)
  expect(await page.getByText('Seu saldo não pode ser usado', { exact: false }).count()).toBe(0)
  await expectAccessible(page, 'an open code')
  await shot(page, 'pix-open-phone')
  const left = await newestPix(fan)
  await page
    .getByText('Para escolher outra coisa, cancele-o, e não o pague mais.', { exact: false })
    .waitFor()
  await page.getByRole('button', { name: 'Cancelar este código', exact: true }).click()
  await expectToast(
    page,
    'Código cancelado: não pague mais por ele. O que chegar mesmo assim não se perde: vale para o que o código pagava ou fica no seu saldo.',
  )
  await expect.poll(() => statusOf(left.id)).toBe('failed')

  await page.getByText('De presente').click()
  await page.getByText('Por link').click()
  await page.getByRole('button', { name: 'Gerar código PIX' }).click()
  await page.getByText('para este presente, por link.', { exact: false }).waitFor()
  expect(await tips.or(whose).count()).toBe(0)
  await page.getByText('Cartão', { exact: true }).click()
  await page.getByText('PIX', { exact: true }).click()
  // The code for somebody else is still there, and is what is paid.
  await code(page).waitFor()
  await payAtTheBank(fan)
  await page.getByRole('heading', { name: 'Presente comprado' }).waitFor()
})

test('paying from the wallet withdraws the open PIX code', async () => {
  const fan = await newFan({ centavos: 5000 })
  const { uid } = await newProject({ supply: 2, price: 2000 })
  const visitor = await visit()
  const { page } = visitor
  await enter(page, fan, `/payment/${uid}`)
  await page.getByRole('switch', { name: /Pagar com saldo/ }).click()
  await page.getByRole('button', { name: 'Gerar código PIX' }).click()
  await code(page).waitFor()
  const order = page.getByText('Para escolher outra coisa, cancele-o', { exact: false })
  await order.waitFor()
  await page.getByRole('switch', { name: /Pagar com saldo/ }).click()
  await page
    .getByText('Se você pagar aqui com saldo ou cartão, ele é cancelado sozinho: não o pague também.', {
      exact: false,
    })
    .waitFor()
  expect(await order.count()).toBe(0)
  await shot(page, 'pix-open-wallet')
  await page.getByRole('button', { name: 'ENVIAR pagamento' }).click()
  await page.getByText('$TUNE disponível').first().waitFor()
  await expect.poll(async () => statusOf((await newestPix(fan)).id)).toBe('failed')
  expect((await balanceOf(fan)).balance).toBe(3000)
})

test('paying by card withdraws the open PIX code of the same purchase', RELEASE, async () => {
  const fan = await newFan()
  const { uid } = await newProject({ supply: 3, price: 2000 })
  const { page } = await visit()
  await enter(page, fan, `/payment/${uid}`)
  await page.getByRole('button', { name: 'Gerar código PIX' }).click()
  await code(page).waitFor()
  const own = await newestPix(fan)
  await fillCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'ENVIAR pagamento' }).click()
  await page.getByText('$TUNE disponível').first().waitFor()
  await expect.poll(() => statusOf(own.id)).toBe('failed')
})

test('a PIX code by keyboard; cancelling it returns to the form', RELEASE, async () => {
  const fan = await newFan()
  const visitor = await visit()
  const { page } = visitor
  await enter(page, fan, '/deposit')
  const method = (name: string) => page.getByRole('radio', { name, exact: true })
  await tabTo(page, method('PIX'))
  await chooseByArrow(page, 'ArrowRight', method('Cartão'))
  await chooseByArrow(page, 'ArrowLeft', method('PIX'))
  await page.getByRole('button', { name: 'Gerar código PIX' }).waitFor()
  await tabTo(page, page.getByLabel('Valor', { exact: true }))
  await page.keyboard.type('2000')
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Copiar código' }))
  await tabTo(page, page.getByRole('button', { name: 'Cancelar este código' }))
  await page.keyboard.press('Enter')
  // The button disappears with the code; the focus does not get lost.
  await expect.poll(() => isFocused(page.getByRole('button', { name: 'Gerar código PIX' }))).toBe(true)
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})

test('an answer about a cancelled code that comes late does not bring it back', RELEASE, async () => {
  const fan = await newFan()
  const visitor = await visit()
  const { page } = visitor
  await enter(page, fan, '/deposit')
  const cancelled = Promise.withResolvers<void>()
  const read = Promise.withResolvers<void>()
  const late = Promise.withResolvers<void>()
  await page.getByRole('button', { name: 'Gerar código PIX' }).waitFor()
  // The page asks for the open code when it hears that there is one; its answer is on its way while it is cancelled.
  await page.route('**/pix-payments?*', async (route) => {
    const answer = await route.fetch()
    read.resolve()
    await cancelled.promise
    await route.fulfill({ response: answer }).catch(() => undefined)
    late.resolve()
  })
  await page.getByLabel('Valor', { exact: true }).fill('2000')
  await page.getByRole('button', { name: 'Gerar código PIX' }).click()
  await code(page).waitFor()
  await read.promise
  await page.getByRole('button', { name: 'Cancelar este código' }).click()
  await code(page).waitFor({ state: 'detached' })
  cancelled.resolve()
  await late.promise
  await page.getByRole('button', { name: 'Gerar código PIX' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await code(page).count()).toBe(0)
  await page.getByRole('button', { name: 'Gerar código PIX' }).waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a bid: confirmed, paid at the bank, and it leads', async () => {
  const auction = await newAuction()
  const fan = await newFan()
  const visitor = await visit()
  const { page } = visitor
  await enter(page, fan, `/auction/${auction.uid}`)
  const form = await openForm(page)
  await typeAmount(form, 3000)
  await form.getByText('R$ 30,30').waitFor()
  await form.getByRole('button', { name: 'Gerar código PIX' }).click()
  const question = page.getByRole('dialog', { name: '_confirmar pagamento' })
  await question.getByText('R$ 30,30').waitFor()
  await question.getByRole('button', { name: 'Confirmar Lance' }).click()
  await code(form).waitFor()
  await expectAccessible(page, 'PIX code of a bid')
  await shot(page, 'pix-bid')
  await payAtTheBank(fan)
  // The payment is shown as under way only until the bid stands.
  await understandAll(page)
  await expectStanding(page, '1º · Você lidera')
})

/** A fan's bid that waits for its PIX, whose amount somebody else has bid meanwhile. */
async function codeOfATakenBid() {
  const auction = await newAuction()
  const fan = await newFan()
  const { page } = await visit()
  await enter(page, fan, `/auction/${auction.uid}`)
  const form = await openForm(page)
  await typeAmount(form, 3000)
  await form.getByRole('button', { name: 'Gerar código PIX' }).click()
  await page.getByRole('button', { name: 'Confirmar Lance' }).click()
  await code(form).waitFor()
  await bid(await newFan({ centavos: 3000 }), auction, 3000)
  return { page, fan, form }
}

test(
  'a bid whose amount somebody has meanwhile: not to be paid stands in the place of the code, and whoever does reads why and how much',
  RELEASE,
  async () => {
    const { page, fan, form } = await codeOfATakenBid()
    await form.getByRole('heading', { name: 'Não pague este código' }).waitFor()
    await form.getByRole('alert').getByText('Alguém acabou de dar um lance deste valor.').waitFor()
    // In the code's place: there is nothing left to copy or to point a camera at.
    expect(await code(form).count()).toBe(0)
    expect(await form.getByRole('button', { name: 'Copiar código' }).count()).toBe(0)
    await expect(form.getByRole('button', { name: 'Cancelar este código' })).toBeInViewport({ ratio: 1 })
    await expectAccessible(page, 'a code not to be paid')
    await shot(page, 'pix-bid-taken')
    await payAtTheBank(fan)
    await form.getByText('O lance não entrou no leilão. Já existe um lance com este valor.').waitFor()
    await form.getByText(/Você pagou R\$.30,30: R\$.30,00 estão no seu saldo, e a taxa de R\$.0,30/).waitFor()
    expect(await form.getByText('Não pague').count()).toBe(0)
    await shot(page, 'pix-bid-kept')
    expect((await balanceOf(fan)).balance).toBe(3000)
  },
)

test(
  'a bid that cannot be placed, paid for while its fan is elsewhere, is told there with what was paid',
  RELEASE,
  async () => {
    const { page, fan } = await codeOfATakenBid()
    await page.goto('/support')
    await payAtTheBank(fan)
    const failed = page.getByRole('dialog', { name: 'Falha no lance' })
    await failed.getByText('O valor continua no seu saldo').waitFor()
    await failed.getByText(/Você pagou R\$.30,30: R\$.30,00 estão no seu saldo/).waitFor()
    await expectAccessible(page, 'a bid that failed')
    await shot(page, 'bid-failed-anywhere')
    expect((await balanceOf(fan)).balance).toBe(3000)
  },
)

test(
  'paid with a fee, the play is in the first screen of a phone, and no toast lies over the cover',
  RELEASE,
  async () => {
    const fan = await newFan()
    const { uid } = await newProject({ supply: 2, price: 2000 })
    const { page } = await visitAtRest(PHONE)
    await enter(page, fan, `/payment/${uid}`)
    await page.getByRole('button', { name: 'Gerar código PIX' }).click()
    await code(page).waitFor()
    await payAtTheBank(fan)
    const moment = page.locator('main').getByRole('status')
    await moment.getByRole('heading', { name: '$TUNE disponível' }).waitFor()
    await moment.getByText(/^Dê o play até/).waitFor()
    await expect(moment.getByRole('button', { name: 'Dar o play' })).toBeInViewport({ ratio: 1 })
    await shot(page, 'moment-fee')
    // As high as a toast of one line reaches.
    expect((await moment.locator('img').first().boundingBox())?.y ?? 0).toBeGreaterThan(60)
  },
)
