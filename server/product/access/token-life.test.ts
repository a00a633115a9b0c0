import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ChainOutcome } from '../../platform/chain/outcome.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { createMarket, type Market, TEST_ENV, type TestFan } from '../../testing/market.ts'
import { recordChainOutcome } from '../market/record-chain-outcome.ts'
import { settleDue } from '../market/settle.ts'
import type { PlayWire, TokenWire } from './contract.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterEach(() => market.expectHealthy())
afterAll(() => market.close())

const TX = `0x${'ab'.repeat(32)}`

/** A fan who has bought one unit, which the chain has not recorded yet. */
async function buyer(
  facts = {},
): Promise<{ fan: TestFan; project: { id: number; uid: string }; token: string }> {
  const fan = await market.newFan(2000)
  const project = await market.newProject(facts)
  await market.call(fan, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })
  const [mint] = await market.sql<{ uid: string }[]>`select uid from mints where user_id = ${fan.uid}`
  return { fan, project, token: mint?.uid ?? '' }
}

async function chainSays(outcome: { kind: ChainOutcome['kind']; payload: object; failure?: string }) {
  await market.sql.begin((tx) =>
    recordChainOutcome(
      tx as unknown as Tx,
      { txHash: TX, failure: null, deployed: null, ...outcome } as ChainOutcome,
      market.ctx.env.ACCESS_UNLOCK_SECONDS,
    ),
  )
}
const minted = (token: string) => chainSays({ kind: 'sell_unit', payload: { reference: token } })
const play = (fan: TestFan, UID: string) =>
  market.call(fan, '/play', { UID }) as Promise<{ status: number; data: PlayWire & { code: string } }>
const shelf = async (fan: TestFan) =>
  (await (market.call(fan, '/user-projects') as unknown as Promise<{ data: TokenWire[] }>)).data
const lapse = (token: string) =>
  market.sql`update mints set will_expire_at = now() - interval '1 second' where uid = ${token}`

test('the shelf shows live tokens first across its pages, and loses none that ends between two of them', async () => {
  const fan = await market.newFan(12_000)
  const bought: string[] = []
  for (let number = 0; number < 6; number++) {
    const { uid } = await market.newProject()
    await market.call(fan, '/buy-token-balance', { typeBuy: 'mint', UID: uid })
    const [mint] = await market.sql<{ uid: string }[]>`
      update mints set status = 'minted', minted_at = now(), will_expire_at = now() + interval '1 hour'
      where user_id = ${fan.uid} and status = 'pending'
      returning uid`
    bought.push(mint?.uid ?? '')
  }
  const [first, second, third, fourth, fifth, sixth] = bought as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const end = async (token: string) => {
    await lapse(token)
    await market.settleAll()
  }
  for (const token of [second, fifth, sixth]) await end(token)
  async function page(after: string | null) {
    const path = `/user-projects?limit=2${after ? `&after=${after}` : ''}`
    const { data, next } = await market.call(fan, path)
    return { shown: (data as TokenWire[]).map(({ uid }) => uid), next: next ?? null }
  }
  const one = await page(null)
  expect(one.shown).toEqual([fourth, third])
  const two = await page(one.next)
  expect(two.shown).toEqual([first, sixth])
  expect((await page(two.next)).shown).toEqual([fifth, second])
  expect((await page(two.next)).next).toBeNull()

  // The oldest, which no page has shown yet, ends.
  await end(first)
  const rest = await page(one.next)
  expect([...rest.shown, ...(await page(rest.next)).shown]).toEqual([sixth, fifth, second, first])
  // A tab of the version before gives the number alone.
  expect(await page(String(one.next).replace('live:', ''))).toEqual(await page(one.next))
  for (const nonsense of ['x', 'live:', 'ended:0', 'live:9e9'])
    expect(await market.call(fan, `/user-projects?after=${nonsense}`)).toMatchObject({ status: 400 })
})

describe('a token', () => {
  test('waits for the chain, then can be played until its window ends', async () => {
    const { fan, project, token } = await buyer({ validPeriod: 7200 })
    expect(await play(fan, token)).toMatchObject({ status: 409, data: { code: 'token_not_playable' } })
    await minted(token)
    await market.sql`update projects set lyrics = '<p>La</p>' where uid = ${project.uid}`
    expect(await market.sql`select status from payments where user_id = ${fan.uid}`).toEqual([
      { status: 'succeded-mint' },
    ])
    const [waiting] = await shelf(fan)
    expect(waiting).toMatchObject({ status: 'minted', statusSong: 'none', txHash: TX })
    const unlock = Date.parse(waiting?.willExpireAt ?? '') - Date.now()
    expect(unlock).toBeGreaterThan(3_590_000)
    expect(unlock).toBeLessThanOrEqual(3_600_000)
    expect(waiting?.project).toMatchObject({
      projectName: 'Maré',
      author: 'Coral',
      thumbnail: '/cover.webp',
      validPeriod: 7200,
      // It may still be given back for its price.
      lyrics: '',
    })

    const played = await play(fan, token)
    expect(played).toMatchObject({ status: 200, data: { statusSong: 'pending' } })
    const end = Date.parse(played.data.willExpireAt)
    expect(end % 1000).toBe(0)
    expect(end).toBeGreaterThan(Date.now() + 7_190_000)
    expect(end).toBeLessThanOrEqual(Date.now() + 7_200_000)
    expect((await shelf(fan))[0]?.project.lyrics).toBe('<p>La</p>')
  })

  test('is signed for exactly its window, and a second play changes nothing', async () => {
    const { fan, token } = await buyer()
    await minted(token)
    const first = await play(fan, token)
    const url = new URL(first.data.videoUrl)
    const expires = url.searchParams.get('expires') ?? ''
    expect(Number(expires) * 1000).toBe(Date.parse(first.data.willExpireAt))
    const signature = createHash('sha256').update(`${TEST_ENV.VIDEO_TOKEN_KEY}mare${expires}`).digest('hex')
    expect(url.searchParams.get('token')).toBe(signature)
    expect((await play(fan, token)).data.willExpireAt).toBe(first.data.willExpireAt)
    await chainSays({ kind: 'record_play', payload: { reference: token } })
    expect(await play(fan, token)).toMatchObject({
      data: { statusSong: 'played', videoUrl: first.data.videoUrl },
    })
  })

  test('of another fan is as good as none', async () => {
    const { token } = await buyer()
    await minted(token)
    const stranger = await market.newFan()
    expect(await shelf(stranger)).toEqual([])
    expect(await play(stranger, token)).toMatchObject({ status: 404, data: { code: 'token_not_found' } })
    expect(await play(stranger, crypto.randomUUID())).toMatchObject({ status: 404 })
    expect(await play(stranger, 'not-a-uid')).toMatchObject({ status: 400 })
  })

  test('gives nothing once its window is over, also before anybody has swept it', async () => {
    const { fan, token } = await buyer()
    await minted(token)
    await lapse(token)
    expect(await play(fan, token)).toMatchObject({ status: 409, data: { code: 'token_ended' } })
    expect(await settleDue(market.sql)).toBe(1)
    expect(await settleDue(market.sql)).toBe(0)
    expect(await play(fan, token)).toMatchObject({ status: 409, data: { code: 'token_ended' } })
    const [ended] = await shelf(fan)
    expect(ended).toMatchObject({ status: 'expired', project: { lyrics: '', phase: 'first_lot' } })
  })

  test('ends at the instant its window said, however late the sweep', async () => {
    const { token } = await buyer()
    await minted(token)
    await market.sql`update mints set will_expire_at = now() - interval '1 hour' where uid = ${token}`
    await settleDue(market.sql)
    expect(
      await market.sql`select ended_at = will_expire_at as same from mints where uid = ${token}`,
    ).toEqual([{ same: true }])
  })

  test('ends once when several workers sweep at the same time', async () => {
    const tokens = await Promise.all(Array.from({ length: 30 }, () => buyer()))
    for (const { token } of tokens) {
      await minted(token)
      await lapse(token)
    }
    const counts = await Promise.all(Array.from({ length: 5 }, () => settleDue(market.sql)))
    expect(counts.reduce((all, one) => all + one, 0)).toBe(30)
    const mails = await market.sql`
      select
      from graphile_worker._private_jobs job
      join notifications on notifications.id = (job.payload ->> 'notification')::bigint
      where kind = 'access_ended'`
    expect(mails.length).toBeGreaterThanOrEqual(30)
  })

  test('the chain’s word heard twice is heard once', async () => {
    const { token } = await buyer()
    await minted(token)
    const [before] = await market.sql`select will_expire_at from mints where uid = ${token}`
    await minted(token)
    expect(await market.sql`select will_expire_at from mints where uid = ${token}`).toEqual([before])
  })

  test('that the chain refuses for good gives every centavo and the unit back', async () => {
    const { fan, project, token } = await buyer({ supply: 2 })
    await chainSays({ kind: 'sell_unit', payload: { reference: token }, failure: 'NoSuchUnit(1)' })
    expect(await market.balanceOf(fan)).toBe(2000)
    expect(await market.sql`select status from payments where user_id = ${fan.uid}`).toEqual([
      { status: 'failed-mint' },
    ])
    const other = await market.newFan(2000)
    expect(
      (await market.call(other, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })).status,
    ).toBe(200)
  })
})

describe('the door', () => {
  test.each([
    ['no token', ''],
    ['a forged token', 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.x'],
    ['garbage', 'Bearer x'],
  ])('refuses %s', async (_name, authorization) => {
    expect(await market.call(null, '/balance', undefined, { authorization })).toMatchObject({
      status: 401,
      data: { code: 'unauthenticated' },
    })
  })

  test('refuses an expired session, a key in place of a session, and an unsigned one', async () => {
    const fan = await market.newFan()
    for (const claims of [{ exp: 1 }, { role: 'anon' }, { role: 'service_role' }, { aud: 'other' }]) {
      const { SignJWT } = await import('jose')
      const token = await new SignJWT({
        role: 'authenticated',
        aud: 'authenticated',
        exp: 2e9,
        sub: fan.uid,
        ...claims,
      })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(TEST_ENV.JWT_SECRET))
      expect((await market.call({ token }, '/balance')).status).toBe(401)
    }
    const { UnsecuredJWT } = await import('jose')
    const unsigned = new UnsecuredJWT({ role: 'authenticated', sub: fan.uid, aud: 'authenticated' }).encode()
    expect((await market.call({ token: unsigned }, '/balance')).status).toBe(401)
  })

  test('refuses an inactive account, and buying before the profile is complete', async () => {
    const fan = await market.newFan(5000)
    const project = await market.newProject()
    await market.sql`update users set is_complete_profile = false where uid = ${fan.uid}`
    expect(await market.call(fan, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })).toMatchObject(
      {
        status: 403,
        data: { code: 'profile_incomplete' },
      },
    )
    await market.sql`update users set is_active = false where uid = ${fan.uid}`
    expect(await market.call(fan, '/balance')).toMatchObject({
      status: 403,
      data: { code: 'account_inactive' },
    })
  })

  test('keeps what is exclusive from those who hold nothing, or have not played what they may still give back', async () => {
    const { fan, project, token } = await buyer()
    await market.sql`update projects set lyrics = '<p>la</p>' where id = ${project.id}`
    const stranger = await market.newFan()
    expect(await market.call(stranger, `/projects/${project.uid}`)).toMatchObject({
      data: { lyrics: '', videoId: '', hasProject: false, totalAvailable: 2, phase: 'first_lot' },
    })
    await minted(token)
    expect(await market.call(fan, `/projects/${project.uid}`)).toMatchObject({
      data: { lyrics: '', videoId: '', hasProject: true },
    })
    await play(fan, token)
    expect(await market.call(fan, `/projects/${project.uid}`)).toMatchObject({
      data: { lyrics: '<p>la</p>', videoId: 'mare', hasProject: true },
    })
  })

  test('shows nothing exclusive once the window is over, also before anybody has swept it', async () => {
    const { fan, project, token } = await buyer()
    await market.sql`update projects set lyrics = '<p>la</p>' where id = ${project.id}`
    await minted(token)
    await lapse(token)
    expect(await market.call(fan, `/projects/${project.uid}`)).toMatchObject({
      data: { lyrics: '', videoId: '', mediaUrl: '' },
    })
    await settleDue(market.sql)
  })

  test('pages by key', async () => {
    const fan = await market.newFan()
    for (let count = 0; count < 3; count++) await market.newProject()
    const first = (await market.call(fan, '/projects?limit=2')) as { data: { id: number }[]; next?: string }
    expect(first.data).toHaveLength(2)
    expect(first.next).toBe(String(first.data[1]?.id))
    expect((await market.call(fan, '/projects?limit=0')).status).toBe(400)
    expect((await market.call(fan, '/projects?after=x')).status).toBe(400)
  })
})
