/** One unit, two bidders and the holder whose window ends, on all three of their screens. */
import type { Page } from '@playwright/test'
import { endWindows, expectSound, newAuction, outcomes, verify } from './auctions.ts'
import {
  confirm,
  enterAuction,
  expectStanding,
  expectToast,
  openForm,
  plain,
  row,
  section,
  send,
  typeAmount,
  typeCard,
  understandAll,
} from './bidding.ts'
import { DESKTOP, expect, shot, test, visit } from './fixtures.ts'
import { enter, newFan } from './people.ts'

/** A link leads to the explorer, which shows the transaction as successful. */
async function expectOnChain(page: Page, name: string | RegExp): Promise<void> {
  const link = page.getByRole('link', { name })
  await link.waitFor()
  const opened = page.context().waitForEvent('page')
  await link.click()
  const explorer = await opened
  await explorer.getByText('Succeeded').waitFor()
  expect(explorer.url()).toMatch(/\/explorer\/tx\/0x[0-9a-f]{64}$/)
  await explorer.close()
}

test('a fan leads and is outbid, and the higher bid wins when the holder’s window ends', async () => {
  const auction = await newAuction()
  const { uid, projectName } = auction
  const [holder] = auction.holders
  if (!holder) throw new Error('an auction without a holder')
  const [ana, beto] = await Promise.all([newFan({ centavos: 5000 }), newFan()])
  const phone = await visit()
  const desk = await visit({ viewport: DESKTOP })
  const shelf = await visit()
  await enter(shelf.page, holder, '/shelf')
  await shelf.page.getByRole('button', { name: new RegExp(projectName) }).waitFor()
  await enterAuction(phone, ana, uid)
  await enterAuction(desk, beto, uid)

  // Before the first bid.
  await phone.page.getByRole('heading', { name: projectName }).waitFor()
  await phone.page.getByText('Nenhum atividade disponível').waitFor()
  expect(await phone.page.getByRole('timer').innerText()).toMatch(/^00:\d\d:\d\d$/)
  await expect.poll(() => section(phone.page, '_lances ganhadores').count()).toBe(0)
  await phone.page.getByText('Lidere com R$ 20,00').filter({ visible: true }).waitFor()
  await shot(phone.page, 'auction-empty')

  // Ana bids the leading amount from her wallet.
  let form = await openForm(phone.page)
  expect(await form.getByRole('switch', { name: /Pagar com saldo/ }).isChecked()).toBe(true)
  expect(plain(await form.innerText())).toContain('Disponível: R$ 50,00')
  // What the field holds already is not offered beside it.
  const lead = form.getByRole('button', { name: /^Usar R\$\s20,00 e liderar$/ })
  expect(await lead.count()).toBe(0)
  await typeAmount(form, 2100)
  await lead.click()
  await shot(phone.page, 'auction-form')
  await send(form)
  await shot(phone.page, 'auction-confirm')
  await confirm(phone.page)
  // On a fast chain the first of them may never be painted, nor the toast that goes with it;
  // e2e/payment-words.test.ts waits for both.
  await phone.page
    .getByRole('dialog', { name: /^(Seu pagamento está sendo processado!|Lance enviado)$/ })
    .waitFor()
  const sent = phone.page.getByRole('dialog', { name: 'Lance enviado' })
  await sent.getByText('Seu lance está no leilão e o valor dele fica reservado.').waitFor()
  await shot(phone.page, 'auction-bid-in')
  await sent.getByRole('button', { name: 'Entendi' }).click()
  await expectStanding(phone.page, '1º · Você lidera')
  await row(phone.page, '_lances', ana).getByText('Você está aqui').waitFor()
  await expectToast(phone.page, 'Seu lance foi atualizado: Lance enviado')
  await row(phone.page, '_lances', ana).getByText('Lance enviado', { exact: true }).waitFor()
  await phone.page.getByRole('button', { name: 'Mostrar saldos' }).click()
  const header = phone.page.locator('header').first()
  await expect.poll(async () => plain(await header.innerText())).toMatch(/R\$ 30,00.*R\$ 20,00/)
  await expectOnChain(phone.page, `Comprovante do lance de ${ana.nickname} na blockchain`)
  await shot(phone.page, 'auction-leading')

  // Beto sees her bid live, and bids more by card.
  await row(desk.page, '_lances', ana).getByText('R$ 20,00').waitFor()
  await expectToast(desk.page, 'Um lance foi registrado em uma rodada de leilão!')
  await phone.page.evaluate('window.neverReloaded = true')
  form = await openForm(desk.page)
  await form.getByText('Seu saldo é menor que o lance mínimo. Pague com PIX ou cartão.').waitFor()
  await typeAmount(form, 3000)
  await typeCard(desk.page, form, '4242424242424242')
  await form.getByText('R$ 31,59').waitFor()
  await shot(desk.page, 'auction-form-card')
  await send(form)
  await confirm(desk.page)
  await expectToast(desk.page, 'Estamos criando o seu pagamento...')
  await expectToast(desk.page, 'Seu lance foi confirmado na blockchain.')
  await understandAll(desk.page)
  await expectStanding(desk.page, '1º · Você lidera')

  // Ana's page follows live.
  await expectToast(phone.page, 'Um lance foi registrado em uma rodada de leilão!')
  await expectStanding(phone.page, '2º · Fora da próxima unidade')
  const ranks = await section(phone.page, '_lances').getByRole('row').allInnerTexts()
  expect(ranks.map(plain).map((words) => words.slice(0, 2))).toEqual(['Po', '1º', '2º'])
  await shot(phone.page, 'auction-outbid')

  // The holder's window ends.
  await endWindows(auction)
  await desk.page.getByRole('dialog', { name: 'Lance ganhador' }).waitFor()
  await expectToast(desk.page, 'Seu lance venceu o leilão!')
  await expectToast(desk.page, 'Seu lance foi atualizado: Lance ganhador')
  await shot(desk.page, 'auction-won')
  await row(phone.page, '_lances ganhadores', beto).getByText('Ganhador', { exact: true }).waitFor()
  await row(phone.page, '_lances ganhadores', beto).getByText('Lance ganhador').waitFor()
  await expectStanding(phone.page, '1º · Você lidera')
  await expectOnChain(
    section(phone.page, '_lances ganhadores').page(),
    new RegExp(`lance de ${ana.nickname}`),
  )
  expect(await phone.page.evaluate('window.neverReloaded')).toBe(true)
  await shelf.page.getByText('Vendido em leilão', { exact: true }).waitFor()
  await shot(shelf.page, 'shelf-sold')

  // The winner's token is on the shelf and on the chain, and plays.
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Minha estante' }).click()
  await desk.page.waitForURL('**/shelf')
  const token = desk.page.getByRole('button', { name: new RegExp(`${projectName} · Desbloquear agora`) })
  await token.waitFor()
  await expectOnChain(desk.page, `Comprovante na blockchain de ${projectName}`)
  await token.click()
  await desk.page.getByRole('button', { name: 'Dar o play' }).click()
  await desk.page.locator('iframe[src*="/player/"]').waitFor()

  expect(await outcomes(auction)).toEqual([
    { bid: 'bided', payment: 'succeded-bided' },
    { bid: 'winner', payment: 'succeded-winner' },
  ])
  await expectSound()
  expect(await verify(auction)).toEqual({ entries: 3, winners: 1 })
})
