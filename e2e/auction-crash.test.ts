/** The server is killed in the middle of an auction, in a world of its own: the open page recovers by itself. */
import { processesOf } from '../scripts/start-world.ts'
import { bid, endWindows, expectSound, newAuction, outcomes, verify } from './auctions.ts'
import { enterAuction, expectQuiet, expectStanding, expectToast, row, timesTold } from './bidding.ts'
import { DESKTOP, expect, RELEASE, test, visit, world } from './fixtures.ts'
import { ownWorld } from './own-world.ts'
import { newFan } from './people.ts'

const own = ownWorld()

test('killed in the middle of an auction, it resumes', RELEASE, async () => {
  const auction = await newAuction()
  const [ana, beto] = await Promise.all([newFan({ centavos: 5000 }), newFan({ centavos: 9000 })])
  const visitor = await visit({
    viewport: DESKTOP,
    // Requests fail or break off until the server is back.
    allowed: /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|WebSocket connection to/,
  })
  const { page } = visitor
  await enterAuction(visitor, ana, auction.uid)
  await bid(ana, auction, 2000)
  await expectToast(page, 'Seu lance foi atualizado: Lance enviado')
  await expectStanding(page, '1º · Você lidera')
  await expectQuiet(page)
  await page.evaluate('window.neverReloaded = true')

  // The bid has been accepted and answered; its follow-up work has hardly begun.
  await bid(beto, auction, 3000)
  const servers = processesOf(world.dataDir, 'server/dist/main.cjs')
  expect(servers.length).toBe(1)
  for (const pid of servers) process.kill(pid, 'SIGKILL')
  process.kill(own.pid(), 'SIGKILL')
  await own.start()

  await expectStanding(page, '2º · Fora da próxima unidade')
  await row(page, '_lances', beto).getByText('Lance enviado').waitFor()
  await endWindows(auction)
  await row(page, '_lances ganhadores', beto).getByText('Lance ganhador').waitFor()
  await expectStanding(page, '1º · Você lidera')
  expect(await timesTold(page, 'Seu lance foi atualizado: Lance enviado')).toBe(1)
  expect(await page.evaluate('window.neverReloaded')).toBe(true)
  expect((await outcomes(auction)).map((outcome) => outcome.bid)).toEqual(['bided', 'winner'])
  expect(await verify(auction)).toEqual({ entries: 3, winners: 1 })
  await expectSound()
})
