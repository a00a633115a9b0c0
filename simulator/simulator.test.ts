/** Short runs of the market simulator; `npm run simulate` makes long ones. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '#server/testing/database.ts'
import { free, unearned } from './authors.ts'
import { account, transfer } from './books.ts'
import { neverMet } from './coverage.ts'
import { checkHistory, checkMarket } from './invariants.ts'
import { simulate } from './pure.ts'
import { simulateReal } from './real.ts'
import { eligible } from './settlement.ts'
import type { Bid, Market, Project, Token } from './state.ts'

const SEEDS = [11, 12, 30, 59, 62]
const STEPS = 8000
const TREE_SEED = Number(process.env.TEST_SEED)

describe('in memory', () => {
  test('in many lives nothing is wrong, and everything has happened', () => {
    const all = SEEDS.flatMap((seed) => [...simulate(seed, STEPS).seen])
    expect(neverMet(new Map(all))).toEqual([])
  })

  test(`seed ${TREE_SEED}, of this tree: nothing is wrong`, () => {
    simulate(TREE_SEED, STEPS)
  })

  test('the same seed lives the same life', () => {
    const [once, again] = [simulate(6, 500), simulate(6, 500)]
    expect(again.books).toEqual(once.books)
    expect([...again.seen]).toEqual([...once.seen])
  })
})

describe('what is wrong is noticed:', () => {
  /** The first state of a market in which `find` finds something. */
  function marketWith<Thing>(find: (market: Market) => Thing | undefined): { market: Market; thing: Thing } {
    for (let steps = 40; steps < 2000; steps += 20) {
      const market = simulate(7, steps)
      const thing = find(market)
      if (thing !== undefined) return { market, thing }
    }
    throw new Error('no market is like that')
  }
  const bidWith = (status: Bid['status']) => (market: Market) =>
    market.projects.flatMap(({ bids }) => bids).find((bid) => bid.status === status)
  const isLive = ({ status }: Token) => status === 'pending' || status === 'minted'

  test('money from nowhere', () => {
    const { market } = marketWith(() => true)
    market.books.balances.set(account.revenue, (market.books.balances.get(account.revenue) ?? 0) + 1)
    expect(() => checkMarket(market)).toThrow('all balances add up to 1')
    expect(() => checkHistory(market)).toThrow('revenue differs from its transfers')
  })

  test('a hold that outlives its bid', () => {
    const { market, thing } = marketWith(bidWith('winner'))
    thing.hold = 'held'
    expect(() => checkMarket(market)).toThrow('has money held for nothing')
  })

  test('a bid given up whose money was paid out', () => {
    const { market, thing } = marketWith(bidWith('cancelled'))
    thing.hold = 'posted'
    expect(() => checkMarket(market)).toThrow('the hold of a cancelled bid is posted')
  })

  test('two standing bids of one fan, or of one amount', () => {
    const two = (market: Market) =>
      market.projects
        .map(({ bids }) => bids.filter(({ hold }) => hold === 'held'))
        .find((standing) => new Set(standing.map(({ fan }) => fan)).size > 1)
    const fans = marketWith(two)
    const [first, second] = fans.thing as [Bid, Bid]
    const owner = second.fan
    second.fan = first.fan
    expect(() => checkMarket(fans.market)).toThrow(/held for nothing|two standing bids/)
    second.fan = owner
    second.amount = first.amount
    expect(() => checkMarket(fans.market)).toThrow(/held for nothing|one amount/)
  })

  test('a unit with two holders, and one that is kept from a bid', () => {
    const { market, thing } = marketWith((all) =>
      all.projects.find(({ tokens }) => tokens.filter(isLive).length > 1),
    )
    const [first, second] = thing.tokens.filter(isLive) as [Token, Token]
    const own = second.unit
    second.unit = first.unit
    expect(() => checkMarket(market)).toThrow('a unit has two holders')
    second.unit = own
    own.holder = null
    expect(() => checkMarket(market)).toThrow('a live token has lost its unit')
  })

  test('a unit that waits although a bid stands', () => {
    const standing = (project: Project, now: number) =>
      now < project.expiredAt && !project.isPaused && eligible(project).length > 0
    const { market, thing } = marketWith((all) => all.projects.find((project) => standing(project, all.now)))
    thing.units.push({
      number: 99,
      isSold: true,
      reservedBy: null,
      gift: null,
      holder: null,
      freedAt: market.now,
    })
    expect(() => checkMarket(market)).toThrow('a unit waits although bids stand')
  })

  test('an author who was paid what may still go back to a fan', () => {
    const unearnedOf = (project: Project) => unearned(project, account.payable(project.id))
    const { market, thing } = marketWith((all) => all.projects.find((project) => unearnedOf(project) > 0))
    const from = account.payable(thing.id)
    const amount = free(market, thing, from) + 1
    transfer(market.books, from, account.paidOut, amount)
    expect(() => checkMarket(market)).toThrow('is not what its sales owe')
    thing.paidOut.set(from, (thing.paidOut.get(from) ?? 0) + amount)
    expect(() => checkMarket(market)).toThrow('its owner has what may still go back to fans')
  })

  test('a gift that has lost its unit, or outlives its money', () => {
    const { market, thing } = marketWith((all) =>
      all.projects.flatMap(({ gifts }) => gifts).find(({ status }) => status === 'waiting'),
    )
    thing.unit.gift = null
    expect(() => checkMarket(market)).toThrow('a gift that waits has not its unit')
    thing.status = 'returned'
    expect(() => checkMarket(market)).toThrow('has money held for nothing')
  })

  test('somebody who shares and has a centavo too many', () => {
    const { market, thing } = marketWith((all) => {
      const project = all.projects.find(({ tokens }) => tokens.some(({ parts }) => parts.length > 0))
      const artist = project?.tokens.find(({ parts }) => parts.length > 0)?.parts[0]?.artist
      return project && artist && { project, artist }
    })
    const share = account.share(thing.project.id, thing.artist.id)
    transfer(market.books, account.clearing, share, 1)
    expect(() => checkMarket(market)).toThrow(`${share} is not what its sales owe`)
  })

  test('a log that tells of another winner', () => {
    const { market, thing } = marketWith(bidWith('winner'))
    thing.amount++
    expect(() => checkHistory(market)).toThrow('its log tells of other winners')
  })
})

test('the real product lives as the model does, also when it dies in mid-step', {
  tags: ['release'],
  timeout: 180_000,
}, async () => {
  const database = await createTestDatabase({ max: 1 })
  // Also where the life ended early: what went wrong is told beside it.
  onTestFinished(() => database.drop())
  const { seen } = await simulateReal({ seed: 18, steps: 200, databaseUrl: database.url, kills: 0.04 })
  const deaths = [...seen].filter(([what]) => what.startsWith('died in mid-step'))
  expect(deaths.reduce((sum, [, times]) => sum + times, 0)).toBeGreaterThan(2)
  for (const what of ['token: minted → solded', 'a gift accepted', 'a tip paid', 'a sale shared']) {
    expect(seen.get(what), what).toBeGreaterThan(0)
  }
})
