/** Fans' wallets from one seed: whose is which, taking one's key along, and a seed that is not the one. */
import { pbkdf2Sync, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Hex, isAddress } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProductApi } from '../../product/endpoints.ts'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import { createBuiltInCustodian } from './built-in-custodian.ts'
import { fanKeysOf } from './fan-keys.ts'
import { seal, writeSealed } from './sealed-file.ts'

const PASSPHRASE = 'a lamp, an owl, a river, a stone'
const SETTINGS = { CUSTODIAN: 'built-in', CUSTODIAN_PASSPHRASE: PASSPHRASE }

let folder: string
let market: Market
/** The product with the built-in custodian. */
let api: ReturnType<typeof createProductApi>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tune-fans-'))
  const CUSTODIAN_FILE = await seedFile('seed.json')
  market = await createMarket({ env: { ...SETTINGS, CUSTODIAN_FILE } })
  api = createProductApi({ ...market.ctx, custodian: createBuiltInCustodian(market.ctx.env, market.sql) })
})
afterAll(async () => {
  await market.close()
  await rm(folder, { recursive: true, force: true })
})

async function seedFile(name: string): Promise<string> {
  const path = join(folder, name)
  await writeSealed(path, await seal('fans-seed', randomBytes(64), PASSPHRASE), false)
  return path
}

async function newcomer(): Promise<TestFan> {
  const fan = await market.newFan()
  await market.sql`update users set is_complete_profile = false, wallet = null where uid = ${fan.uid}`
  return fan
}

async function post(fan: { token: string }, path: string) {
  const answer = await api.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${fan.token}` },
    body: '{}',
  })
  const { data } = (await answer.json()) as { data: Record<string, string> }
  return { status: answer.status, data, headers: answer.headers }
}

async function oldSession(fan: TestFan): Promise<{ token: string }> {
  const [session] = await market.sql<{ id: string }[]>`
    insert into auth.sessions (user_id) values (${fan.uid}) returning id`
  return { token: await market.sessionToken(fan.uid, { session_id: session?.id }) }
}

const mailsTo = (fan: TestFan) => market.sql`
  select payload ->> 'template' as template, payload #>> '{data,wallet}' as wallet
  from graphile_worker._private_jobs where payload ->> 'to' = ${fan.email}`

test('keys are derived as BIP-32 and BIP-44 have it', async () => {
  // The published accounts of the phrase that every development chain begins with.
  const phrase = 'test test test test test test test test test test test junk'
  const keys = await fanKeysOf(pbkdf2Sync(phrase, 'mnemonic', 2048, 64, 'sha512'))
  expect([0, 1, 2].map(keys.addressOf)).toEqual([
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  ])
  expect(keys.privateKeyOf(0)).toBe('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
  for (const index of [-1, 0.5, 2 ** 31]) expect(() => keys.addressOf(index)).toThrow(RangeError)
})

describe('a wallet', () => {
  test('is one for each person, however often and however fast it is asked for', async () => {
    const fans = await Promise.all([newcomer(), newcomer(), newcomer()])
    const asked = await Promise.all(
      fans.flatMap((fan) =>
        Array.from({ length: 4 }, async () => ({ fan, ...(await post(fan, '/wallet')) })),
      ),
    )
    const wallets = fans.map(
      ({ uid }) => new Set(asked.flatMap((one) => (one.fan.uid === uid ? one.data.wallet : []))),
    )
    expect(wallets.map(({ size }) => size)).toEqual([1, 1, 1])
    const addresses = wallets.flatMap((set) => [...set])
    expect(new Set(addresses).size).toBe(3)
    expect(addresses.every((address) => isAddress(address ?? ''))).toBe(true)
  })

  test('of a new address of mail stays the same', async () => {
    const fan = await newcomer()
    const { data } = await post(fan, '/wallet')
    await market.sql`update users set email = ${`new-${fan.email}`}, wallet = null where uid = ${fan.uid}`
    expect((await post(fan, '/wallet')).data.wallet).toBe(data.wallet)
  })

  test('is refused by a seed that is not the one, and by one that cannot be opened', async () => {
    const fan = await newcomer()
    await post(fan, '/wallet')
    const { ctx, sql } = market
    const other = createBuiltInCustodian({ ...ctx.env, CUSTODIAN_FILE: await seedFile('other.json') }, sql)
    await expect(other.createWallet(fan)).rejects.toThrow('another address')
    await expect(other.exportKey?.(fan.uid)).rejects.toThrow('another address')
    const locked = createBuiltInCustodian({ ...ctx.env, CUSTODIAN_PASSPHRASE: `${PASSPHRASE}!` }, sql)
    await expect(locked.createWallet(await newcomer())).rejects.toThrow('passphrase')
  })
})

describe('its key', () => {
  test('is its owner’s to take, by a session that proved lately whose it is, and is told each time', async () => {
    const fan = await newcomer()
    const { data } = await post(fan, '/wallet')
    expect(await post(await oldSession(fan), '/wallet/key')).toMatchObject({
      status: 403,
      data: { code: 'proof_due' },
    })
    expect(await mailsTo(fan)).toEqual([])
    const taken = await post(fan, '/wallet/key')
    expect(taken.status).toBe(200)
    expect(privateKeyToAddress(taken.data.privateKey as Hex)).toBe(data.wallet)
    expect(taken.data.address).toBe(data.wallet)
    expect(taken.headers.get('cache-control')).toBe('no-store')
    await post(fan, '/wallet/key')
    const mail = { template: 'notice_wallet_key_exported', wallet: data.wallet }
    expect(await mailsTo(fan)).toEqual([mail, mail])
    expect(await market.sql`select wallet from private.fan_key_exports where user_id = ${fan.uid}`).toEqual([
      { wallet: data.wallet },
      { wallet: data.wallet },
    ])
  })

  test('is nowhere in the database, and in nobody’s copy of their data', async () => {
    const fan = await newcomer()
    await post(fan, '/wallet')
    const { data } = await post(fan, '/wallet/key')
    const digits = data.privateKey?.slice(2) ?? ''
    for (const table of ['private.fan_keys', 'private.fan_key_exports', 'graphile_worker._private_jobs']) {
      const rows = await market.sql.unsafe(`select row_to_json(t)::text as row from ${table} t`)
      expect(rows.filter(({ row }) => String(row).includes(digits))).toEqual([])
    }
    const copy = await (await market.callRaw(fan, '/personal-data')).text()
    expect(copy).toContain(data.address)
    expect(copy).toContain('"walletKeyExports":[\n')
    expect(copy).not.toContain(digits)
  })

  test('that was made elsewhere is not ours to give, and neither is any of another service', async () => {
    const elsewhere = { status: 409, data: { code: 'wallet_key_elsewhere' } }
    expect(await post(await market.newFan(), '/wallet/key')).toMatchObject(elsewhere)
    expect(await market.call(await market.newFan(), '/wallet/key', {})).toMatchObject(elsewhere)
  })

  test('is not given more than five times an hour', async () => {
    const fan = await newcomer()
    await post(fan, '/wallet')
    const statuses = []
    for (let turn = 0; turn < 6; turn++) statuses.push((await post(fan, '/wallet/key')).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('is nobody’s once the account is erased', async () => {
    const fan = await newcomer()
    await post(fan, '/wallet')
    expect(await market.call(fan, '/erase-account', { email: fan.email })).toMatchObject({ status: 200 })
    expect(await market.sql`select from private.fan_keys where user_id = ${fan.uid}`).toEqual([])
  })
})
