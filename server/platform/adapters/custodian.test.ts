/** Requesting wallets: one authorisation serves many calls, until the custodian wants another. */
import { createServer, type Server } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freePort } from '../../../scripts/free-port.ts'
import { readEnv } from '../../env.ts'
import { TEST_ENV } from '../../testing/market.ts'
import { createCustodyService } from './custodian.ts'

const ADDRESS = `0x${'33'.repeat(20)}`

let custodian: Server
let url: string
/** Paths and bodies of the requests, in order, and the key that the custodian accepts at present. */
const asked: string[] = []
const sent: unknown[] = []
let validKey = ''
let issued = 0

beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  custodian = createServer(async (request, answer) => {
    asked.push(request.url ?? '')
    sent.push(await json(request))
    if (request.url === '/tenants/authorize') {
      validKey = `key-${++issued}`
      answer.end(JSON.stringify({ apiKey: validKey, clientId: 'tenant-7' }))
      return
    }
    const { 'x-api-key': apiKey, 'x-client-id': clientId } = request.headers
    answer.statusCode = apiKey === validKey && clientId === 'tenant-7' ? 200 : 401
    answer.end(JSON.stringify({ wallets: [{ address: ADDRESS }, { address: `0x${'44'.repeat(20)}` }] }))
  })
  await new Promise<void>((resolve) => custodian.listen(port, '127.0.0.1', resolve))
})
beforeEach(() => {
  asked.length = 0
  sent.length = 0
})
afterAll(() => custodian.close())

const ours = () =>
  createCustodyService(readEnv({ ...TEST_ENV, DATABASE_URL: 'postgres://none', CUSTODIAN_URL: url }))

test('authorises once for many wallets, also when they are asked for at once', async () => {
  const { createWallet } = ours()
  const wallets = await Promise.all(
    ['a', 'b', 'c'].map((name) => createWallet({ uid: '', email: `${name}@tune.test` })),
  )
  expect(wallets).toEqual([ADDRESS, ADDRESS, ADDRESS])
  await createWallet({ uid: '', email: 'd@tune.test' })
  expect(asked.filter((path) => path === '/tenants/authorize')).toHaveLength(1)
  expect(asked.filter((path) => path === '/wallets/create')).toHaveLength(4)
  expect([sent[0], sent.at(-1)]).toEqual([
    { clientId: TEST_ENV.CUSTODIAN_CLIENT, secret: TEST_ENV.CUSTODIAN_SECRET },
    { email: 'd@tune.test' },
  ])
})

test('authorises anew when its key has ended, and asks again', async () => {
  const { createWallet } = ours()
  await createWallet({ uid: '', email: 'a@tune.test' })
  validKey = 'another'
  expect(await createWallet({ uid: '', email: 'b@tune.test' })).toBe(ADDRESS)
  expect(asked).toEqual([
    '/tenants/authorize',
    '/wallets/create',
    '/wallets/create',
    '/tenants/authorize',
    '/wallets/create',
  ])
})
