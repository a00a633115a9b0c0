/** The page after a lost connection or a sleeping tab: it catches up, and announces everything once. */
import type { Page, Route, WebSocketRoute } from '@playwright/test'
import { bid, endWindows, expectSound, newAuction, outcomes } from './auctions.ts'
import {
  confirm,
  enterAuction,
  expectQuiet,
  expectStanding,
  expectToast,
  openForm,
  row,
  send,
  timesTold,
  typeAmount,
} from './bidding.ts'
import { DESKTOP, expect, RELEASE, test, visit } from './fixtures.ts'
import { balanceOf, newFan } from './people.ts'

const REGISTERED = 'Um lance foi registrado em uma rodada de leilão!'
const SENT = 'Seu lance foi atualizado: Lance enviado'
const WON = 'Seu lance foi atualizado: Lance ganhador'
const WINNER = 'Seu lance venceu o leilão!'

/** Routes the websocket through the test; once cut, it closes and none is let through until it is restored. */
async function cuttableLine(page: Page): Promise<{ cut(): Promise<void>; mend(): void }> {
  let whole = true
  let refused = 0
  const lines = new Set<{ here: WebSocketRoute; there: WebSocketRoute }>()
  await page.routeWebSocket(/\/realtime\/v1\//, (here) => {
    if (whole) lines.add({ here, there: here.connectToServer() })
    else {
      refused++
      void here.close({ code: 1012 })
    }
  })
  return {
    async cut() {
      whole = false
      for (const { here, there } of lines) {
        await here.close({ code: 1012 })
        await there.close()
      }
      lines.clear()
      // The page has noticed, and is reconnecting.
      await expect.poll(() => refused).toBeGreaterThan(0)
    },
    mend() {
      whole = true
    },
  }
}

/** Stops all timers, as in a tab frozen in the background, until it is woken. */
async function putToSleep(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Debugger.enable')
  const asleep = new Promise((resolve) => devtools.once('Debugger.paused', resolve))
  await devtools.send('Debugger.pause')
  await asleep
  return async () => {
    await devtools.send('Debugger.resume')
  }
}

async function newAuctionWithTwo() {
  const auction = await newAuction()
  const [ana, beto] = await Promise.all([newFan({ centavos: 5000 }), newFan({ centavos: 9000 })])
  return { auction, ana, beto }
}

async function counted(page: Page) {
  const times = (text: string) => timesTold(page, text)
  return {
    registered: await times(REGISTERED),
    sent: await times(SENT),
    won: await times(WON),
    winner: await times(WINNER),
  }
}

test('the connection is lost during an auction, and restored', async () => {
  const { auction, ana, beto } = await newAuctionWithTwo()
  const visitor = await visit({ viewport: DESKTOP })
  const { page } = visitor
  const line = await cuttableLine(page)
  await enterAuction(visitor, ana, auction.uid)
  await bid(beto, auction, 2000)
  await row(page, '_lances', beto).waitFor()
  await bid(ana, auction, 3000)
  await expectToast(page, SENT)
  await expectStanding(page, '1º · Você lidera')
  await expectQuiet(page)
  const before = await counted(page)

  await line.cut()
  await endWindows(auction)
  const bids = async () => (await outcomes(auction)).map((outcome) => outcome.bid)
  await expect.poll(bids).toEqual(['bided', 'winner'])
  line.mend()
  await page.getByRole('dialog', { name: 'Lance ganhador' }).waitFor()
  await expectToast(page, WON)
  await expectToast(page, WINNER)
  await page.keyboard.press('Escape')
  await row(page, '_lances ganhadores', ana).getByText('Lance ganhador').waitFor()
  await row(page, '_lances', beto).getByText('1º').waitFor()
  await page.getByRole('link', { name: 'Ir para a minha estante' }).waitFor()

  // Once more, with only one new bid: it alone is announced.
  const caio = await newFan({ centavos: 4000 })
  await expectQuiet(page)
  await line.cut()
  await bid(caio, auction, 4000)
  line.mend()
  await row(page, '_lances', caio).getByText('1º').waitFor()
  await expect
    .poll(() => counted(page))
    .toEqual({ ...before, registered: before.registered + 1, won: 1, winner: 1 })
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await expectSound()
})

test('the tab sleeps in the background while its fan is outbid', RELEASE, async () => {
  const { auction, ana, beto } = await newAuctionWithTwo()
  const visitor = await visit()
  const { page } = visitor
  await enterAuction(visitor, ana, auction.uid)
  await bid(ana, auction, 2000)
  await expectToast(page, SENT)
  await expectStanding(page, '1º · Você lidera')
  // A second toast with the same text would replace the first.
  await expectQuiet(page)
  const before = await counted(page)

  const wake = await putToSleep(page)
  await bid(beto, auction, 3000)
  const bids = async () => (await outcomes(auction)).map((outcome) => outcome.bid)
  await expect.poll(bids).toEqual(['bided', 'bided'])
  await wake()
  await expectStanding(page, '2º · Fora da próxima unidade')
  await row(page, '_lances', beto).getByText('Lance enviado').waitFor()
  await expect.poll(() => counted(page)).toEqual({ ...before, registered: before.registered + 1 })
})

test('the answer to a bid is lost, and the fan tries again', async () => {
  const { auction, ana } = await newAuctionWithTwo()
  const visitor = await visit({ allowed: /ERR_FAILED/ })
  const { page } = visitor
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route('**/api/v1/buy-token-balance', lose, { times: 1 })
  await enterAuction(visitor, ana, auction.uid)
  const form = await openForm(page)
  await typeAmount(form, 2000)
  await send(form)
  await confirm(page)
  await expectToast(page, 'Ocorreu um erro ao registrar seu lance. Por favor, tente novamente.')
  // By then the page behind the form shows the bid.
  await page.locator('[data-bid]').filter({ hasText: 'Você está aqui' }).waitFor()
  await send(form)
  await page.getByRole('dialog', { name: 'Lance identificado' }).waitFor()
  await page.keyboard.press('Escape')
  await expectStanding(page, '1º · Você lidera')
  expect(await balanceOf(ana)).toEqual({ balance: 3000, totalBided: 2000 })
  await expectToast(page, SENT)
  expect(await outcomes(auction)).toEqual([{ bid: 'bided', payment: 'succeded-bided' }])
})
