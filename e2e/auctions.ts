/** Projects and auctions made through the product's API, so that each test has its own. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TokenWire } from '#server/product/access/contract.ts'
import type { Answer } from '#server/product/api/call.ts'
import { expect, withDatabase, world } from './fixtures.ts'
import { adminToken, buyWithBalance, call, type Fan, newFan, newWallet, projectSeenBy } from './people.ts'

/** `price` in centavos; `holders` have one unit each, minted and unplayed. */
export type Auction = { uid: string; projectName: string; price: number; holders: Fan[] }

const VERIFIER = join(import.meta.dirname, '../scripts/verify-auction.ts')
const DAY_MS = 86_400_000

/** A published project whose first lot is sold out. */
export async function newAuction(facts: { supply?: number; price?: number } = {}): Promise<Auction> {
  const { supply = 1, price = 2000 } = facts
  const { uid, projectName } = await newProject({ supply, price })
  const holders: Fan[] = []
  for (let number = 1; number <= supply; number++) {
    const holder = await newFan({ centavos: price })
    await buyWithBalance(holder, uid)
    holders.push(holder)
  }
  for (const holder of holders)
    await expect.poll(() => tokenOf(holder, uid), { timeout: 60_000 }).toBe('minted')
  return { uid, projectName, price, holders }
}

/** A published project in its first lot, with a cover and video from the demonstration. */
export async function newProject(facts: {
  supply: number
  price: number
}): Promise<{ uid: string; projectName: string }> {
  const token = await adminToken()
  const { thumbnail, baseURI, contractURI } = await projectSeenBy(token, 'Maré Cheia')
  const projectName = `Eco ${randomUUID().slice(0, 8)}`
  const { data } = await call<Answer<{ uid: string }>>('/api/v1/create-project', {
    token,
    body: {
      projectName,
      author: 'Trio Neblina',
      authorWallet: newWallet(),
      symbol: 'ECO',
      description: 'Três vozes e o eco da serra, de uma tomada só.',
      fiatPrice: facts.price,
      totalSupply: facts.supply,
      validPeriod: 3600,
      videoId: 'mare-cheia',
      thumbnail,
      baseURI,
      contractURI,
      expiredAt: new Date(Date.now() + DAY_MS).toISOString().slice(0, 19).replace('T', ' '),
    },
  })
  const publish = () => call(`/api/v1/projects/${data.uid}/publish`, { method: 'POST', token })
  // Until its contract is on the chain, it cannot be published.
  await expect
    .poll(
      () =>
        publish().then(
          () => true,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true)
  return { uid: data.uid, projectName }
}

export async function tokenOf(fan: Fan, projectUid: string): Promise<TokenWire['status'] | undefined> {
  const token = fan.session.access_token
  const { data } = await call<Answer<TokenWire[]>>('/api/v1/user-projects', { token })
  return data.find(({ project }) => project.uid === projectUid)?.status
}

/**
 * Bought, and made on the chain: a page that is opened then has no celebration to come, which would lie over whatever it shows.
 */
export async function buyAndReceive(fan: Fan, projectUid: string): Promise<void> {
  await buyWithBalance(fan, projectUid)
  await expect.poll(() => tokenOf(fan, projectUid), { timeout: 60_000 }).toBe('minted')
}

/** A bid from the fan's wallet, sent from another device. */
export async function bid(fan: Fan, { uid }: Auction, amount: number): Promise<void> {
  const token = fan.session.access_token
  await call('/api/v1/buy-token-balance', { token, body: { typeBuy: 'bid', UID: uid, amount } })
}

/** Ends every holder's window now; a holder's window has begun once the chain has their token. */
export async function endWindows({ uid }: { uid: string }): Promise<void> {
  const end = () =>
    withDatabase(
      (sql) => sql`
        update mints set will_expire_at = now()
        from projects
        where projects.id = mints.project_id and projects.uid = ${uid} and status = 'minted'`,
    )
  await expect.poll(async () => (await end()).count).toBeGreaterThan(0)
}

/** Ends the project now. */
export async function close({ uid }: { uid: string }): Promise<void> {
  await withDatabase((sql) => sql`update projects set expired_at = now() where uid = ${uid}`)
}

/** The statuses of the bids and their payments, in the order of bidding. */
export async function outcomes({ uid }: Auction): Promise<{ bid: string; payment: string }[]> {
  return withDatabase(async (sql) => [
    ...(await sql<{ bid: string; payment: string }[]>`
      select bids.status as bid, payments.status as payment
      from bids
      join payments on payments.id = bids.payment_id
      join projects on projects.id = bids.project_id
      where projects.uid = ${uid}
      order by bids.id`),
  ])
}

/** The counts of the script that derives the auction again from its public log, trusting nobody. */
export async function verify({ uid }: Auction): Promise<{ entries: number; winners: number }> {
  const { stdout } = await promisify(execFile)(process.execPath, [VERIFIER, world.url, uid])
  const [, entries, winners] = /(\d+) entries\b.*\b(\d+) winners/.exec(stdout) ?? []
  return { entries: Number(entries), winners: Number(winners) }
}

/** The invariants that hold after every test. */
export async function expectSound(): Promise<void> {
  await withDatabase(async (sql) => {
    expect(await sql`select * from ledger.faults`).toEqual([])
    expect(await sql`select * from market.faults`).toEqual([])
  })
}
