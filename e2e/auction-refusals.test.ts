/** Refused bids: each is explained where it can be corrected, in the product's or the bank's words. */
import type { Locator } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { type Auction, bid, expectSound, newAuction, outcomes } from './auctions.ts'
import {
  confirm,
  enterAuction,
  expectStanding,
  expectToast,
  openForm,
  plain,
  row,
  send,
  typeAmount,
  typeCard,
  understandAll,
} from './bidding.ts'
import { chooseCard, expect, fillCard, pressIfThere, RELEASE, shot, test, visit } from './fixtures.ts'
import { balanceOf, newFan } from './people.ts'

let made: Promise<Auction> | null = null
/** One auction for all these tests, made in the first of them, with one bid of R$ 25,00. */
function theAuction(): Promise<Auction> {
  made ??= (async () => {
    const [auction, rival] = await Promise.all([newAuction(), newFan({ centavos: 2500 })])
    await bid(rival, auction, 2500)
    return auction
  })()
  return made
}

/** Sends an amount and waits for the message about it. */
async function expectRefused(form: Locator, centavos: number, sentence: string): Promise<void> {
  await typeAmount(form, centavos)
  await send(form)
  await form.getByText(sentence, { exact: true }).waitFor()
}

async function valueIn(form: Locator): Promise<string> {
  return plain(await form.getByLabel('Valor do lance').inputValue())
}

test('amounts that cannot be bid', async () => {
  const auction = await theAuction()
  const [ana, beto] = await Promise.all([newFan({ centavos: 5000 }), newFan({ centavos: 2600 })])
  // The browser logs each refusal (409) as a failed resource.
  const visitor = await visit({ allowed: /status of 409/ })
  const { page } = visitor
  await enterAuction(visitor, ana, auction.uid)
  const form = await openForm(page)
  // It begins with what the page has just named, which the first key replaces.
  expect(await valueIn(form)).toBe('R$ 25,01')
  const field = form.getByLabel('Valor do lance')
  await field.click()
  await page.keyboard.type('4')
  expect(await valueIn(form)).toBe('R$ 0,04')
  await field.fill('')
  await send(form)
  await form.getByText('Campo obrigatório', { exact: true }).waitFor()
  await expectRefused(form, 1999, 'O valor deve ser igual ou maior que o valor do $TUNE.')
  await form.getByText('Mínimo: R$ 20,00.').waitFor()
  await typeAmount(form, 6000)
  await form.getByText('Seu saldo não cobre esse valor.').first().waitFor()
  await expectRefused(form, 6000, 'O valor do lance não pode exceder o saldo disponível.')
  // The field now holds the whole balance, which is hidden to whoever wants it so.
  expect(await valueIn(form)).toBe('R$ 50,00')
  await form.getByRole('button', { name: 'Ocultar saldo' }).click()
  expect(await valueIn(form)).toBe('R$ ••••')
  await shot(page, 'bid-whole-balance')
  await form.getByRole('button', { name: 'Mostrar saldo' }).click()
  expect(await valueIn(form)).toBe('R$ 50,00')
  await form.getByRole('link', { name: 'Pôr dinheiro no saldo' }).waitFor()
  await expectRefused(form, 2500, 'Já existe um lance com este valor. Escolha outro valor.')

  // Somebody else bids while the question is open.
  await typeAmount(form, 2600)
  await send(form)
  const question = page.getByRole('dialog', { name: '_confirmar pagamento' })
  await question.getByRole('button', { name: 'Confirmar Lance' }).waitFor()
  await bid(beto, auction, 2600)
  await question.getByText('Alguém acabou de passar na sua frente.', { exact: false }).waitFor()
  await question.getByRole('button', { name: /^Usar R\$\s26,01 e liderar$/ }).waitFor()
  for (const sent of [/^Confirmar Lance$/, /^Manter/])
    expect(await question.getByRole('button', { name: sent }).count()).toBe(0)
  await question.getByRole('button', { name: 'Cancelar' }).click()
  expect(await valueIn(form)).toBe('R$ 26,00')
  await expectRefused(form, 2600, 'Já existe um lance com este valor. Escolha outro valor.')
  expect(await balanceOf(ana)).toEqual({ balance: 5000, totalBided: 0 })

  // Cancelling leads back to the form; nothing was sent.
  await typeAmount(form, 2700)
  await send(form)
  await page
    .getByRole('dialog', { name: '_confirmar pagamento' })
    .getByRole('button', { name: 'Cancelar' })
    .click()
  await form.waitFor()
  expect(await valueIn(form)).toBe('R$ 27,00')
  expect(await balanceOf(ana)).toEqual({ balance: 5000, totalBided: 0 })
})

test('a wallet that does not hold what leads: the form begins with that amount by PIX', RELEASE, async () => {
  const auction = await theAuction()
  const visitor = await visit()
  const { page } = visitor
  await enterAuction(visitor, await newFan({ centavos: 2200 }), auction.uid)
  const leads = plain(await page.getByText('Lidere com').filter({ visible: true }).innerText())
  const form = await openForm(page)
  expect(leads).toBe(`Lidere com ${await valueIn(form)}`)
  expect(await form.getByRole('switch', { name: /Pagar com saldo/ }).isChecked()).toBe(false)
  await form.getByRole('button', { name: 'Gerar código PIX' }).waitFor()
})

test('a second bid', async () => {
  const auction = await theAuction()
  const ana = await newFan({ centavos: 9000 })
  const visitor = await visit({ allowed: /status of 409/ })
  const { page } = visitor
  await enterAuction(visitor, ana, auction.uid)
  const form = await openForm(page)
  await typeAmount(form, 4100)
  // Sent from another device while this form was being filled in.
  await bid(ana, auction, 4000)
  await send(form)
  const question = page.getByRole('button', { name: 'Confirmar Lance' })
  const found = page.getByRole('dialog', { name: 'Lance identificado' })
  await question.or(found).first().waitFor()
  await pressIfThere(question)
  await found
    .getByText('Você já possui um lance válido para este $TUNE. É permitido apenas um lance por leilão.', {
      exact: true,
    })
    .waitFor()
  await found.getByText(/^Seu lance de R\$\s40,00 está em 1º lugar\.$/).waitFor()
  await found.getByRole('button', { name: 'Entendi' }).click()
  // From now on it stands where the button was.
  await page.getByText('Só um lance por pessoa').locator('visible=true').waitFor()
  await page
    .getByText(/^Seu lance: R\$\s40,00$/)
    .locator('visible=true')
    .waitFor()
  expect(await page.getByRole('button', { name: 'Enviar lance' }).count()).toBe(0)
  expect(await balanceOf(ana)).toEqual({ balance: 5000, totalBided: 4000 })
})

test('a declined card, and one that needs authentication', async () => {
  const auction = await theAuction()
  const ana = await newFan()
  const visitor = await visit({ allowed: /status of 402/ })
  const { page } = visitor
  await enterAuction(visitor, ana, auction.uid)
  const form = await openForm(page)
  await typeAmount(form, 6000)
  await chooseCard(page)
  await send(form)
  await expect.poll(() => form.getByText('Campo obrigatório', { exact: true }).count()).toBe(3)
  await typeCard(page, form, '4000000000000002')
  await send(form)
  await confirm(page)
  const failure = page.getByRole('dialog', { name: '_pagamento' })
  await failure.getByText('O banco recusou o pagamento.').waitFor()
  await expectToast(page, 'O banco recusou o pagamento. Fale com o seu banco ou use outro cartão.')
  await expectAccessible(page, 'payment that failed')
  await failure.getByRole('button', { name: 'Entendi' }).click()
  expect(await valueIn(form)).toBe('R$ 60,00')
  expect(await balanceOf(ana)).toEqual({ balance: 0, totalBided: 0 })

  const bank = page.frameLocator('iframe[title="Autenticação 3D Secure"]')
  await fillCard(page, '4000002760003184')
  await send(form)
  await confirm(page)
  await bank.locator('#test-source-fail-3ds').click()
  await failure.waitFor()
  await failure.getByRole('button', { name: 'Entendi' }).click()
  expect(await balanceOf(ana)).toEqual({ balance: 0, totalBided: 0 })

  await send(form)
  await confirm(page)
  await bank.locator('#test-source-authorize-3ds').click()
  await expectToast(page, 'Seu lance foi confirmado na blockchain.')
  await understandAll(page)
  await expectStanding(page, '1º · Você lidera')
  await row(page, '_lances', ana).getByText('R$ 60,00').waitFor()
  expect(await balanceOf(ana)).toEqual({ balance: 0, totalBided: 6000 })
})

test('no money was lost', async () => {
  const auction = await theAuction()
  await expect
    .poll(async () => (await outcomes(auction)).map((outcome) => outcome.bid), { timeout: 30_000 })
    .toEqual(['bided', 'bided', 'bided', 'bided'])
  await expectSound()
})
