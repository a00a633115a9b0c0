import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import { faultOf } from '../../testing/promised-answers.ts'
import { CALLS } from '../calls.ts'
import { describeCalls } from '../describe-calls.ts'
import { type Operation, openApiDocument } from './openapi.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

const { operations, schemas } = await describeCalls()
const document = await openApiDocument({ operations, schemas }, { url: 'https://tune.test', product: 'Tune' })
const nameOf = ({ method, path }: Pick<Operation, 'method' | 'path'>) => `${method.toUpperCase()} ${path}`

const addressOf = (path: string, { uid }: TestFan) => path.replace(/\{\w+\}/g, uid)
const bodyOf = (method: string) => (method === 'post' ? {} : undefined)

test('what is described for administrators is what only they may call', async () => {
  const fan = await market.newFan()
  for (const { method, path, caller } of operations) {
    const address = addressOf(path, fan)
    const body = bodyOf(method)
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

test('and they only with their second factor', async () => {
  const strict = await createMarket({ env: { ADMIN_SECOND_FACTOR: 'required' } })
  onTestFinished(() => strict.close())
  const admin = await strict.newAdmin()
  for (const { method, path } of operations.filter(({ caller }) => caller === 'admin')) {
    const refused = await strict.call(admin, addressOf(path, admin), bodyOf(method))
    expect([nameOf({ method, path }), refused]).toEqual([
      nameOf({ method, path }),
      expect.objectContaining({ status: 403, data: expect.objectContaining({ code: 'second_factor_due' }) }),
    ])
  }
})

test('the document refers to nothing that is not in it, and names no operation twice', () => {
  const text = JSON.stringify(document)
  const names = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name as string)
  expect(names.length).toBeGreaterThan(100)
  expect(names.filter((name) => !(name in schemas))).toEqual([])
  const ids = [...text.matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id)
  expect(ids).toHaveLength(operations.length)
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

test('whoever has it already is not sent it again', async () => {
  const etag = (await market.callRaw(null, '/openapi.json')).headers.get('etag') ?? ''
  expect(etag).not.toBe('')
  const again = await market.callRaw(null, '/openapi.json', undefined, { 'if-none-match': etag })
  expect(again.status).toBe(304)
  expect(await again.text()).toBe('')
})

test('an answer with a field too many, or one too few, is no promised answer', () => {
  const call = CALLS['GET /balance']
  expect(faultOf(call, 200, { data: { data: { balance: 1, totalBided: 0 } } })).toBeNull()
  expect(faultOf(call, 200, { data: { data: { balance: 1 } } })).not.toBeNull()
  expect(faultOf(call, 200, { data: { data: { balance: 1, totalBided: 0, held: 0 } } })).not.toBeNull()
  const refused = (code: string) => ({ data: { error: '…', code } })
  expect(faultOf(call, 401, refused('unauthenticated'))).toBeNull()
  expect(faultOf(call, 400, refused('unauthenticated'))).not.toBeNull()
  expect(faultOf(call, 409, refused('already_owned'))).not.toBeNull()
})

test('the document as a whole is what a validator of JSON Schema understands', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'api', ...document })
  for (const name of Object.keys(schemas)) ajv.compile({ $ref: `api#/components/schemas/${name}` })
})

test('a call of each kind is answered as promised to an administrator', async () => {
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
    expect([operation, (await market.callRaw(admin, address)).status]).toEqual([operation, 200])
  }
})
