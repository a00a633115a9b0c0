/** Who is turned away from an auction, and how an auction ends. */
import { bid, close, expectSound, newAuction, newProject, outcomes, tokenOf, verify } from './auctions.ts'
import { enterAuction, expectToast, plain, row } from './bidding.ts'
import { expect, mailTo, RELEASE, shot, test, visit } from './fixtures.ts'
import { enter, type Fan, newFan } from './people.ts'

const NO_ACCESS = 'Não foi possível acessar esta página. Tente novamente.'

/** Opens the address directly, as from a shared link. */
async function expectTurnedAway(fan: Fan, path: string, sentence: string, to = '/dashboard'): Promise<void> {
  const visitor = await visit({ allowed: /status of 404/ })
  await enter(visitor.page, fan, path)
  await visitor.page.getByText(sentence, { exact: true }).waitFor()
  await visitor.page.waitForURL(`**${to}`)
  await visitor.end()
}

test('no auction, not yet an auction, or one whose $TUNE the fan holds', RELEASE, async () => {
  const [fan, { uid }, auction] = await Promise.all([
    newFan(),
    newProject({ supply: 1, price: 2000 }),
    newAuction(),
  ])
  await expectTurnedAway(fan, '/auction', NO_ACCESS)
  await expectTurnedAway(fan, '/auction/no-such-thing', NO_ACCESS)
  await expectTurnedAway(fan, '/auction/6a3c2f0e-0000-4000-8000-000000000000', NO_ACCESS)
  await expectTurnedAway(fan, `/auction/${uid}`, NO_ACCESS)
  const owned = 'Você já tem um $TUNE deste projeto: está na sua estante.'
  await expectTurnedAway(auction.holders[0] as Fan, `/auction/${auction.uid}`, owned, '/shelf')
})

test('at the end of the project every bid is released', async () => {
  const auction = await newAuction()
  const [holder] = auction.holders as [Fan]
  const [ana, beto] = await Promise.all([newFan({ centavos: 5000 }), newFan({ centavos: 3000 })])
  await bid(ana, auction, 2000)
  await bid(beto, auction, 3000)
  const bids = async () => (await outcomes(auction)).map((outcome) => outcome.bid)
  await expect.poll(bids).toEqual(['bided', 'bided'])

  const visitor = await visit()
  const { page } = visitor
  await enterAuction(visitor, ana, auction.uid)
  await page.getByRole('button', { name: 'Mostrar saldos' }).click()
  const header = page.locator('header').first()
  await expect.poll(async () => plain(await header.innerText())).toMatch(/R\$ 30,00.*R\$ 20,00/)

  await close(auction)
  await expectToast(page, 'Seu lance foi atualizado: Processando cancelamento')
  await expectToast(page, 'Seu lance foi atualizado: Lance cancelado')
  await row(page, '_lances', ana).getByText('Lance cancelado', { exact: true }).waitFor()
  await row(page, '_lances', beto).getByText('Lance cancelado', { exact: true }).waitFor()
  await expect.poll(async () => plain(await header.innerText())).toMatch(/R\$ 50,00.*R\$ 0,00/)
  const hero = page.locator('main dl').first()
  await hero.getByText('Encerrado', { exact: true }).waitFor()
  expect(await hero.getByText(/Maior lance|Próx\. item|Itens disponíveis/).count()).toBe(0)
  await shot(page, 'auction-closed')
  const work = page.getByRole('link', { name: 'Ver a obra' }).first()
  expect(await work.getAttribute('href')).toBe(`/project/${auction.uid}`)
  await mailTo(ana.email, /Lance cancelado: R\$\s20,00 de volta no seu saldo/)
  await mailTo(beto.email, /Lance cancelado: R\$\s30,00 de volta no seu saldo/)

  await page.reload()
  await page.getByText('Projeto encerrado.', { exact: true }).waitFor()
  // Where the work can still be read: the mails of the bids lead here.
  await page.waitForURL(`**/project/${auction.uid}`)
  await shot(page, 'auction-closed-work')
  await visitor.end()

  expect(await bids()).toEqual(['cancelled', 'cancelled'])
  // Holders keep their tokens until their window ends.
  expect(await tokenOf(holder, auction.uid)).toBe('minted')
  expect(await verify(auction)).toEqual({ entries: 4, winners: 0 })
  await expectSound()
})
