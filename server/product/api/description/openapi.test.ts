import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { REFUSAL_STATUS } from '#domain/refusal.ts'
import { asFile, describeWire } from '../../../../scripts/describe-wire.ts'
import { createMarket, type Market, type TestFan } from '../../../testing/market.ts'
import { createApiDoor } from '../door.ts'
import { describeApi, OPERATIONS, refusalsOf } from './openapi.ts'
import { type Operation, WIRE_SCHEMAS } from './operation.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

const document = describeApi({ url: 'https://tune.test', product: 'Tune' })
const nameOf = ({ method, path }: Pick<Operation, 'method' | 'path'>) => `${method.toUpperCase()} ${path}`

/** One schema of the document; `formats` are words for readers here. */
const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ $id: 'api', ...document })

function faultsOf(operation: string, status: number, body: unknown): unknown {
  const { method, path } = OPERATIONS.find((one) => nameOf(one) === operation) as Operation
  const escaped = path
    .replaceAll('~', '~0')
    .replaceAll('/', '~1')
    .replaceAll('{', '%7B')
    .replaceAll('}', '%7D')
  const place = `paths/${escaped}/${method}/responses/${status}/content/application~1json/schema`
  const validate = ajv.compile({ $ref: `api#/${place}` })
  return validate(body) ? null : validate.errors
}

test('every route of the door is described, and nothing else is', () => {
  const routes = createApiDoor(market.ctx).routes.filter(({ method }) => method !== 'ALL')
  const real = routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  expect(OPERATIONS.map(nameOf).sort()).toEqual([...new Set(real)].sort())
})

test('what is described for administrators is what only they may call', async () => {
  const fan = await market.newFan()
  for (const { method, path, caller } of OPERATIONS) {
    const address = path.replace(/\{\w+\}/g, fan.uid)
    const body = method === 'post' ? {} : undefined
    const stranger = await market.callRaw(null, address, body)
    expect([nameOf({ method, path }), stranger.status === 401]).toEqual([
      nameOf({ method, path }),
      caller !== 'anyone',
    ])
    if (caller !== 'admin') continue
    const refused = (await market.call(fan, address, body)).data as { code: string }
    expect([nameOf({ method, path }), refused.code]).toEqual([nameOf({ method, path }), 'forbidden'])
  }
})

test('the schemas are those of the types they were made of', () => {
  expect(WIRE_SCHEMAS).toEqual(JSON.parse(asFile(describeWire())))
})

test('the document refers to nothing that is not in it, and names no operation twice', () => {
  const text = JSON.stringify(document)
  const names = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name as string)
  expect(names.length).toBeGreaterThan(100)
  expect(names.filter((name) => !(name in WIRE_SCHEMAS))).toEqual([])
  const ids = [...text.matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id)
  expect(ids).toHaveLength(OPERATIONS.length)
  expect(new Set(ids).size).toBe(ids.length)
})

test('the body of a bid is described by the endpoint’s own schema, with its bounds', () => {
  const paths = document.paths as Record<string, { post: { requestBody: unknown } }>
  const body = JSON.stringify(paths['/buy-token-balance']?.post.requestBody)
  expect(body).toContain('"const":"bid"')
  expect(body).toContain('"maximum":100000000')
})

test('everybody may read it at its address', async () => {
  const answer = await market.callRaw(null, '/openapi.json')
  expect(answer.status).toBe(200)
  expect(((await answer.json()) as { openapi: string }).openapi).toBe('3.1.0')
})

describe('what is answered is what is described', () => {
  async function expectDescribed(
    operation: string,
    fan: TestFan | null,
    address: string,
    body?: unknown,
  ): Promise<unknown> {
    const answer = await market.callRaw(fan, address, body)
    const given = (await answer.json()) as { data: { code?: string } }
    expect({ operation, status: answer.status, faults: faultsOf(operation, answer.status, given) }).toEqual({
      operation,
      status: answer.status,
      faults: null,
    })
    const code = given.data && 'code' in given.data ? given.data.code : undefined
    if (answer.status >= 400) {
      const known = refusalsOf(OPERATIONS.find((one) => nameOf(one) === operation) as Operation)
      expect(known.filter((refusal) => REFUSAL_STATUS[refusal] === answer.status)).toContain(code)
    }
    return code ?? answer.status
  }

  test('for a fan who buys, bids, looks around and withdraws', async () => {
    const auction = await market.newAuction()
    const sold = await market.newProject()
    const fan = await market.newFan(100_000)
    const bid = { typeBuy: 'bid', UID: auction.uid, amount: 3000 }
    const buying = 'POST /buy-token-balance'
    expect(await expectDescribed(buying, fan, '/buy-token-balance', bid)).toBe(200)
    expect(await expectDescribed(buying, fan, '/buy-token-balance', bid)).toBe('bid_already_active')
    const low = { ...bid, amount: 1 }
    expect(await expectDescribed(buying, await market.newFan(5000), '/buy-token-balance', low)).toBe(
      'bid_below_price',
    )
    const poor = { ...bid, amount: 5000 }
    expect(await expectDescribed(buying, await market.newFan(), '/buy-token-balance', poor)).toBe(
      'bid_exceeds_balance',
    )
    const mint = { typeBuy: 'mint', UID: sold.uid }
    expect(await expectDescribed(buying, fan, '/buy-token-balance', mint)).toBe(200)
    expect(await expectDescribed(buying, fan, '/buy-token-balance', mint)).toBe('already_owned')
    expect(await expectDescribed(buying, fan, '/buy-token-balance', { typeBuy: 'gift' })).toBe('malformed')
    expect(await expectDescribed(buying, null, '/buy-token-balance', mint)).toBe('unauthenticated')

    const withdrawal = { pixKeyType: 'email', pixKey: fan.email, amount: 1000 }
    expect(await expectDescribed('POST /redeem-balance', fan, '/redeem-balance', withdrawal)).toBe(201)
    const looks = [
      ['GET /projects', '/projects'],
      ['GET /projects/{uid}', `/projects/${auction.uid}`],
      ['GET /projects/{uid}/public', `/projects/${auction.uid}/public`],
      ['GET /projects/{uid}/log', `/projects/${auction.uid}/log`],
      ['GET /projects/bids/{uid}', `/projects/bids/${auction.uid}`],
      ['GET /projects/bids/{uid}/winner', `/projects/bids/${auction.uid}/winner`],
      ['GET /projects/bids/{uid}/history', `/projects/bids/${auction.uid}/history`],
      ['GET /user-bids', '/user-bids'],
      ['GET /balance', '/balance'],
      ['GET /user-projects', '/user-projects'],
      ['GET /notifications', '/notifications'],
      ['GET /redeem-balance', '/redeem-balance'],
      ['GET /statement', '/statement'],
      ['GET /pix-payments', '/pix-payments?typeBuy=balance'],
    ] as const
    for (const [operation, address] of looks) {
      expect([operation, await expectDescribed(operation, fan, address)]).toEqual([operation, 200])
    }
    const nobody = `/projects/${fan.uid}`
    expect(await expectDescribed('GET /projects/{uid}', fan, nobody)).toBe('project_not_found')
    expect(await expectDescribed('GET /projects', fan, '/projects?limit=0')).toBe('malformed')
  })

  test('for an administrator', async () => {
    const fan = await market.newFan(5000)
    const admin = await market.newAdmin()
    await market.newAuction()
    await market.call(fan, '/redeem-balance', { pixKeyType: 'email', pixKey: fan.email, amount: 1000 })
    const [project] = await market.sql<{ uid: string }[]>`select uid from projects limit 1`
    const [payment] = await market.sql<{ uid: string }[]>`select uid from payments limit 1`
    const looks = [
      ...['users', 'projects', 'activity', 'withdrawals', 'withdrawals-waiting', 'audit', 'artists'].map(
        (name) => [`GET /admin/${name}`, `/admin/${name}`] as const,
      ),
      ['GET /admin/figures', '/admin/figures'],
      ['GET /admin/projects/{uid}', `/admin/projects/${project?.uid}`],
      ['GET /admin/projects/{uid}/preview', `/admin/projects/${project?.uid}/preview`],
      ['GET /admin/projects/{uid}/closing', `/admin/projects/${project?.uid}/closing`],
      ['GET /admin/users/{uid}', `/admin/users/${fan.uid}`],
      ['GET /admin/users/{uid}/sessions', `/admin/users/${fan.uid}/sessions`],
      ['GET /admin/users/{uid}/statement', `/admin/users/${fan.uid}/statement`],
      ['GET /admin/activity/{uid}', `/admin/activity/${payment?.uid}`],
    ] as const
    for (const [operation, address] of looks) {
      expect([operation, await expectDescribed(operation, admin, address)]).toEqual([operation, 200])
    }
  })
})
