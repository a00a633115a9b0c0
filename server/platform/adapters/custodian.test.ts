/** Asking for wallets: one authorisation serves many calls, until the custodian wants another. */
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freePort } from '../../../scripts/free-port.ts'
import { readEnv } from '../../env.ts'
import { TEST_ENV } from '../../testing/market.ts'
import { createCustodian } from './custodian.ts'

const ADDRESS = `0x${'33'.repeat(20)}`

let custodian: Server
let url: string
/** What was asked, in order, and the key that the custodian takes at the moment. */
const asked: string[] = []
let validKey = ''
let issued = 0

beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  custodian = createServer((request, answer) => {
    asked.push(request.url ?? '')
    if (request.url === '/tenants/authorize') {
      validKey = `key-${++issued}`
      answer.end(JSON.stringify({ apiKey: validKey, clientId: 'tune' }))
      return
    }
    answer.statusCode = request.headers['x-api-key'] === validKey ? 200 : 401
    answer.end(JSON.stringify({ wallets: [{ address: ADDRESS }] }))
  })
  await new Promise<void>((resolve) => custodian.listen(port, '127.0.0.1', resolve))
})
beforeEach(() => {
  asked.length = 0
})
afterAll(() => custodian.close())

const ours = () =>
  createCustodian(readEnv({ ...TEST_ENV, DATABASE_URL: 'postgres://none', CUSTODIAN_URL: url }))

test('authorises once for many wallets, also when they are asked for at once', async () => {
  const { createWallet } = ours()
  const wallets = await Promise.all(['a', 'b', 'c'].map((name) => createWallet(`${name}@tune.test`)))
  expect(wallets).toEqual([ADDRESS, ADDRESS, ADDRESS])
  await createWallet('d@tune.test')
  expect(asked.filter((path) => path === '/tenants/authorize')).toHaveLength(1)
  expect(asked.filter((path) => path === '/wallets/create')).toHaveLength(4)
})

test('authorises anew when its key has ended, and asks again', async () => {
  const { createWallet } = ours()
  await createWallet('a@tune.test')
  validKey = 'another'
  expect(await createWallet('b@tune.test')).toBe(ADDRESS)
  expect(asked).toEqual([
    '/tenants/authorize',
    '/wallets/create',
    '/wallets/create',
    '/tenants/authorize',
    '/wallets/create',
  ])
})
