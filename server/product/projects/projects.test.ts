/** The list of projects: its contents, order, search and stock. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import type { Page } from '../api/call.ts'
import type { ProjectWire } from './wire.ts'

let market: Market
let fan: TestFan
beforeAll(async () => {
  market = await createMarket()
  fan = await market.newFan(100_000)
})
afterAll(() => market.close())

async function publish(facts: {
  name: string
  author?: string
  price?: number
  days?: number
}): Promise<number> {
  const { id } = await market.newProject({ price: facts.price ?? 2000, supply: 2 })
  await market.sql`
    update projects
    set project_name = ${facts.name}, author = ${facts.author ?? 'Coral'},
      expired_at = now() + make_interval(days => ${facts.days ?? 5})
    where id = ${id}`
  return id
}

const list = async (query = '') =>
  (await market.call(fan, `/projects${query}`)) as unknown as Page<ProjectWire>
const names = async (query: string) => (await list(query)).data.map(({ projectName }) => projectName)
async function stockOf(id: number) {
  const { data } = await list('?limit=100')
  const { totalAvailable, leading, phase } = data.find((project) => project.id === id) as ProjectWire
  return { totalAvailable, leading, phase }
}

test('is searched by part of a name or an author, accents and case aside, and nothing typed is a pattern', async () => {
  await publish({ name: 'Sertão de Água', author: 'Íris Nuñez' })
  await publish({ name: 'Cem_por%cento', author: 'Zé \\ Trio' })
  expect(await names('?search=SERTAO')).toEqual(['Sertão de Água'])
  expect(await names('?search=de%20agua')).toEqual(['Sertão de Água'])
  expect(await names('?search=nun%CC%83ez')).toEqual(['Sertão de Água'])
  expect(await names('?search=m_por%25')).toEqual(['Cem_por%cento'])
  expect(await names('?search=z%C3%A9%20%5C')).toEqual(['Cem_por%cento'])
  expect(await names('?search=%25')).toEqual(['Cem_por%cento'])
  expect(await names('?search=nothing%20like%20it')).toEqual([])
})

test('comes in three orders, page by page, each project once', async () => {
  for (const [name, price, days] of [
    ['Ordem um', 900, 9],
    ['Ordem dois', 700, 8],
    ['Ordem três', 900, 7],
    ['Ordem quatro', 800, 8],
  ] as const)
    await publish({ name, price, days })
  const walk = async (sort: string) => {
    const seen: ProjectWire[] = []
    let after = ''
    for (let pages = 0; pages < 10; pages++) {
      const page = await list(`?search=ordem&sort=${sort}&limit=1${after}`)
      seen.push(...page.data)
      if (page.next === null) break
      after = `&after=${page.next}`
    }
    return seen
  }
  const newest = await walk('newest')
  expect(newest.map(({ projectName }) => projectName)).toEqual([
    'Ordem quatro',
    'Ordem três',
    'Ordem dois',
    'Ordem um',
  ])
  expect((await walk('price')).map(({ fiatPrice }) => fiatPrice)).toEqual([700, 800, 900, 900])
  const ends = (await walk('ending')).map(({ expiredAt }) => expiredAt)
  expect(ends).toEqual(ends.toSorted())
  expect(ends).toHaveLength(4)
})

test('the cheapest first is by the price that is shown: at auction by what leads', async () => {
  const [low, high] = [await market.newAuction({ price: 500 }), await market.newAuction({ price: 500 })]
  const plain = await market.newProject({ price: 1000 })
  await market.sql`
    update projects set project_name = 'Vitrine' where id in (${low.id}, ${high.id}, ${plain.id})`
  await market.bid(await market.newFan(3000), low, 600)
  await market.bid(await market.newFan(3000), high, 3000)
  const seen: number[] = []
  for (let after = ''; seen.length < 3; ) {
    const page = await list(`?search=vitrine&sort=price&limit=1${after}`)
    seen.push(...page.data.map(({ id }) => id))
    after = `&after=${page.next}`
  }
  expect(seen).toEqual([low.id, plain.id, high.id])
})

test('leaves out what is closed or not published, and refuses what it does not know', async () => {
  const closed = await market.newProject({ open: false })
  const draft = await market.newProject({ published: false })
  const ids = (await list('?limit=100')).data.map(({ id }) => id)
  expect(ids).not.toContain(closed.id)
  expect(ids).not.toContain(draft.id)
  expect((await market.call(fan, '/projects?sort=best')).status).toBe(400)
  expect((await market.call(fan, `/projects?search=${'a'.repeat(121)}`)).status).toBe(400)
  expect((await market.call(fan, '/projects?sort=price&after=x')).status).toBe(400)
})

test('says what can be had now, through first lot, auction and the return of a unit', async () => {
  const project = await market.newProject({ supply: 2, price: 1000 })
  expect(await stockOf(project.id)).toEqual({ totalAvailable: 2, leading: null, phase: 'first_lot' })
  const setAside = (payer: TestFan, until: string) => market.sql`
    with payment as (
      insert into payments (user_id, project_id, flow, method, amount)
      values (${payer.uid}, ${project.id}, 'mint', 'card', 1000)
      returning id
    )
    update units set reserved_by = payment.id, reserved_until = now() + ${until}::interval
    from payment
    where project_id = ${project.id} and number = 1`
  const other = await market.newFan()
  await setAside(other, '1 minute')
  expect((await stockOf(project.id)).totalAvailable).toBe(1)
  await setAside(other, '-1 second')
  expect((await stockOf(project.id)).totalAvailable).toBe(2)
  // A buyer who tries again can use their first attempt's reservation.
  await setAside(fan, '1 minute')
  expect((await stockOf(project.id)).totalAvailable).toBe(2)

  const auction = await market.newAuction({ units: 2, price: 1000 })
  expect(await stockOf(auction.id)).toEqual({ totalAvailable: 0, leading: null, phase: 'auction' })
  const bidder = await market.newFan(5000)
  await market.bid(bidder, auction, 1500)
  expect((await stockOf(auction.id)).leading).toBe(1500)
  await market.endWindows(auction)
  await market.settleAll()
  expect(await stockOf(auction.id)).toEqual({ totalAvailable: 1, leading: null, phase: 'auction' })
  await market.expectHealthy()
})

test('says where its author is paid and where its metadata stands', async () => {
  const { id, uid } = await market.newProject()
  const [row] = await market.sql<{ wallet: string }[]>`
    update projects set base_uri = 'ipfs://base/', contract_uri = 'ipfs://contract'
    where id = ${id} returning author_wallet as wallet`
  const { data } = (await market.call(fan, `/projects/${uid}`)) as { data: unknown }
  expect(data).toMatchObject({
    authorWallet: row?.wallet,
    baseURI: 'ipfs://base/',
    contractURI: 'ipfs://contract',
  })
})

test('a draft is an administrator’s to see only with the second factor', async () => {
  const strict = await createMarket({ env: { ADMIN_SECOND_FACTOR: 'required' } })
  const boss = await strict.newAdmin()
  const draft = await strict.newProject({ published: false })
  expect(await strict.call(boss, `/projects/${draft.uid}`)).toMatchObject({
    data: { code: 'project_not_found' },
  })
  await strict.close()
})
