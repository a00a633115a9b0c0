/** What may come in place of a service's answer: whoever it sends us on to is not the service, and a page is no answer. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Env, readEnv } from '../../env.ts'
import { createIdentityProvider } from '../../product/sign-in/identity-providers.ts'
import { TEST_ENV } from '../../testing/market.ts'
import { createChain, createReader } from '../chain/client.ts'
import { createPatientFetch, PATIENCE } from '../files/patient-fetch.ts'
import { createKmsOperator } from '../keys/kms.ts'
import { createCardProcessor } from './cards.ts'
import { createCustodyService } from './custodian.ts'
import { createPinning } from './pinning.ts'
import { createPixProvider } from './pix.ts'
import { createVideoLibrary } from './video-library.ts'

let service: Server
let stranger: Server
let url: string
let env: Env
let instead: 'redirect' | 'page'
const asked = { service: 0, stranger: 0 }

async function listen(answers: RequestListener): Promise<[Server, string]> {
  const server = createServer(answers)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return [server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`]
}

beforeAll(async () => {
  let elsewhere: string
  ;[stranger, elsewhere] = await listen((_request, response) => {
    asked.stranger += 1
    response.end('{}')
  })
  // 307: the method and the body go along.
  ;[service, url] = await listen((request, response) => {
    asked.service += 1
    if (instead === 'redirect') response.writeHead(307, { location: `${elsewhere}${request.url}` }).end()
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Manutenção</html>')
  })
  env = readEnv({
    ...TEST_ENV,
    DATABASE_URL: 'postgres://x/y',
    STRIPE_API_URL: url,
    PIX_URL: url,
    CUSTODIAN_URL: url,
    PINNING_URL: url,
    VIDEO_API_URL: url,
    VIDEO_LIBRARY_ID: '7',
    VIDEO_API_KEY: 'key-of-the-library',
    CHAIN_OPERATOR_KEY: '',
    CHAIN_OPERATOR_KMS: 'key',
    KMS_REGION: 'us-east-1',
    KMS_ENDPOINT: url,
    KMS_ACCESS_KEY_ID: 'k',
    KMS_SECRET_ACCESS_KEY: 's',
  })
})
beforeEach(() => {
  instead = 'redirect'
  asked.service = 0
  asked.stranger = 0
})
afterAll(() => {
  for (const server of [service, stranger]) server.close().closeAllConnections()
})

test.each<[string, () => Promise<unknown>]>([
  ['cards', () => createCardProcessor(env).findIntent({ uid: 'p', intentId: 'pi_1', createdAt: new Date() })],
  ['PIX', () => createPixProvider(env).registeredWebhook()],
  ['the custodian', () => createCustodyService(env).createWallet({ uid: '', email: 'a@tune.test' })],
  ['pinning', () => createPinning(env).pinJson('name', {})],
  ['the video library', async () => createVideoLibrary(env)?.create('title', 0)],
  ['KMS', () => createKmsOperator(env, 'key')],
  ['a node', () => createReader({ CHAIN_RPC_URL: [url] }).getChainId()],
  [
    'the node of a sender',
    async () => {
      const { CHAIN_OPERATOR_KEY } = TEST_ENV
      const inClear = { ...env, CHAIN_OPERATOR_KMS: undefined, CHAIN_OPERATOR_KEY, CHAIN_RPC_URL: [url] }
      await (await createChain(inClear as Env)).node.getChainId()
    },
  ],
  ['files', () => createPatientFetch(PATIENCE)(url)],
  [
    'a sign-in provider',
    () =>
      createIdentityProvider('google', { issuer: url, clientId: 'c', clientSecret: 's' }).begin(
        `${url}/back`,
        { state: 's', nonce: 'n', verifier: 'v' },
        [],
        {},
      ),
  ],
])('%s: nothing is sent to where a redirect leads', async (_name, call) => {
  await call().catch(() => undefined)
  expect(asked.service).toBeGreaterThan(0)
  expect(asked.stranger).toBe(0)
})

const charge = {
  paymentUid: 'p',
  total: 100,
  paymentMethodId: 'pm_1',
  email: 'a@tune.test',
  description: 'd',
}

test.each<[string, () => Promise<unknown>]>([
  // Neither declined nor unavailable: it may have been charged.
  ['a charge', () => createCardProcessor(env).charge(charge)],
  ['the state of a charge', () => createCardProcessor(env).openQuestion('pi_1')],
  ['a wallet', () => createCustodyService(env).createWallet({ uid: '', email: 'a@tune.test' })],
  ['a pin', () => createPinning(env).pinJson('name', {})],
])('a page instead of %s is a fault', async (_name, call) => {
  instead = 'page'
  await expect(call()).rejects.toThrow()
  expect(asked.service).toBeGreaterThan(0)
})
