import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import { pruneMarket } from '../market/prune.ts'
import type { PlayWire } from './contract.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterEach(() => market.expectHealthy())
afterAll(() => market.close())

type Answer = { status: number; data: PlayWire & { code: string } }

/** A fan with a minted token that nobody has played. */
async function holder(): Promise<{ fan: TestFan; token: string }> {
  const { holders, id } = await market.newAuction()
  const [mint] = await market.sql<{ uid: string }[]>`select uid from mints where project_id = ${id}`
  return { fan: holders[0] as TestFan, token: mint?.uid as string }
}

const play = (fan: TestFan, UID: string, device?: string, takeOver?: boolean) =>
  market.call(fan, '/play', { UID, device, takeOver }) as Promise<Answer>
const renew = (fan: TestFan, UID: string, device: string) =>
  market.call(fan, '/play/renew', { UID, device }) as Promise<Answer>
const release = (fan: TestFan, UID: string, device: string) =>
  market.call(fan, '/play/release', { UID, device }) as Promise<Answer>
const refused = { status: 409, data: { code: 'playing_elsewhere' } }

describe('a token plays on one device at a time', () => {
  test('another device is refused, takes over when the fan says so, and then the first is refused', async () => {
    const { fan, token } = await holder()
    const first = await play(fan, token, 'sofa')
    expect(first.status).toBe(200)
    expect(await play(fan, token, 'bus')).toMatchObject(refused)
    expect(await renew(fan, token, 'bus')).toMatchObject(refused)
    expect((await play(fan, token, 'sofa')).status).toBe(200)

    const taken = await play(fan, token, 'bus', true)
    expect(taken).toMatchObject({ status: 200, data: { videoUrl: first.data.videoUrl } })
    expect(await renew(fan, token, 'sofa')).toMatchObject(refused)
    expect((await renew(fan, token, 'bus')).status).toBe(200)
  })

  test('many first plays at once: one device gets it, the window opens once, and nobody else an address', async () => {
    const { fan, token } = await holder()
    const answers = await Promise.all(Array.from({ length: 12 }, () => play(fan, token, randomUUID())))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer).toMatchObject(refused)
      expect(answer.data.videoUrl).toBeUndefined()
    }
    expect(
      await market.sql`select count(*)::int from private.play_consents where user_id = ${fan.uid}`,
    ).toEqual([{ count: 1 }])
  })

  test('many takeovers at once leave one holder, and only that one renews', async () => {
    const { fan, token } = await holder()
    const devices = Array.from({ length: 8 }, () => randomUUID())
    const answers = await Promise.all(devices.map((device) => play(fan, token, device, true)))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    const renewals = await Promise.all(devices.map((device) => renew(fan, token, device)))
    expect(renewals.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a device that let go, or fell silent, is asked about no more', async () => {
    const { fan, token } = await holder()
    await play(fan, token, 'sofa')
    await release(fan, token, 'bus')
    expect(await play(fan, token, 'bus')).toMatchObject(refused)
    await release(fan, token, 'sofa')
    expect((await play(fan, token, 'bus')).status).toBe(200)
    await market.sql`update play_leases set renewed_at = now() - interval '46 seconds' where token = ${token}`
    expect((await play(fan, token, 'sofa')).status).toBe(200)
    expect(await renew(fan, token, 'bus')).toMatchObject(refused)
  })

  test('a caller that names no device is one device for each session', async () => {
    const { fan, token } = await holder()
    const session = async () => {
      const uid = randomUUID()
      await market.sql`insert into auth.sessions (id, user_id) values (${uid}, ${fan.uid})`
      return { ...fan, token: await market.sessionToken(fan.uid, { session_id: uid }) }
    }
    const [here, there] = [await session(), await session()]
    expect((await play(here, token)).status).toBe(200)
    expect((await play(here, token)).status).toBe(200)
    expect(await play(there, token)).toMatchObject(refused)
  })

  test('a lease is its fan’s alone, ends with the window, and is forgotten', async () => {
    const { fan, token } = await holder()
    const stranger = await market.newFan()
    await play(fan, token, 'sofa')
    expect(await renew(stranger, token, 'sofa')).toMatchObject({ data: { code: 'token_not_found' } })
    await release(stranger, token, 'sofa')
    expect((await renew(fan, token, 'sofa')).status).toBe(200)
    await market.sql`update mints set will_expire_at = now() where uid = ${token}`
    expect(await renew(fan, token, 'sofa')).toMatchObject({ data: { code: 'token_ended' } })
    expect(await play(fan, token, 'sofa', true)).toMatchObject({ data: { code: 'token_ended' } })
    await market.sql`update play_leases set renewed_at = now() - interval '25 hours' where token = ${token}`
    await pruneMarket(market.sql)
    expect(await market.sql`select from play_leases where token = ${token}`).toHaveLength(0)
  })

  test.each(['', 'a b', 'x'.repeat(65), "'; drop", 7])('%j is no device', async (device) => {
    const { fan, token } = await holder()
    expect((await play(fan, token, device as string)).status).toBe(400)
    expect((await renew(fan, token, device as string)).status).toBe(400)
  })
})
