/** A tenant signs in and gets one lasting wallet per person. */
import { getAddress } from 'viem'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type RunningEmulator, startEmulator } from '../testing.ts'
import { createCustodian, type Wallet } from './custodian.ts'

const TENANT = { client: 'tune', secret: 'tenant-secret', seed: 'test seed' }

let custodian: RunningEmulator
beforeEach(async () => {
  custodian = await startEmulator('/custodian', ({ dataDir }) => createCustodian({ dataDir, ...TENANT }))
})
afterEach(() => custodian.remove())

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${custodian.origin}/custodian${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

async function signIn(): Promise<Record<string, string>> {
  const response = await post('/tenants/authorize', { email: TENANT.client, password: TENANT.secret })
  const { apiKey, clientId } = (await response.json()) as { apiKey: string; clientId: string }
  return { 'x-api-key': apiKey, 'x-client-id': clientId }
}

async function createWallet(email: string): Promise<Wallet> {
  const response = await post('/wallets/create', { email }, await signIn())
  const { wallets } = (await response.json()) as { wallets: [Wallet] }
  return wallets[0]
}

it('makes one checksummed wallet per e-mail address, the same each time', async () => {
  const wallet = await createWallet('Ana@Example.com')
  expect(wallet).toMatchObject({ email: 'ana@example.com', environment: 'prod' })
  expect(getAddress(wallet.address)).toBe(wallet.address)
  expect(await createWallet('ana@example.com ')).toEqual(wallet)
  expect((await createWallet('bob@example.com')).address).not.toBe(wallet.address)
  await post('/_control/reset', {})
  expect((await createWallet('ana@example.com')).address).toBe(wallet.address)
})

it('finds a wallet again by its e-mail address', async () => {
  const wallet = await createWallet('ana@example.com')
  const headers = await signIn()
  const ask = async (email: string) =>
    (await fetch(`${custodian.origin}/custodian/wallets?email=${email}`, { headers })).json()
  expect(await ask('ana@example.com')).toEqual({ wallets: [wallet] })
  expect(await ask('bob@example.com')).toEqual({ wallets: [] })
})

it('refuses wrong credentials, wrong keys and what is no e-mail address', async () => {
  expect((await post('/tenants/authorize', { clientId: 'tune', secret: 'guess' })).status).toBe(401)
  expect((await post('/wallets/create', { email: 'ana@example.com' })).status).toBe(401)
  const wrong = { ...(await signIn()), 'x-client-id': 'other' }
  expect((await post('/wallets/create', { email: 'ana@example.com' }, wrong)).status).toBe(401)
  expect((await post('/wallets/create', { email: 'ana' }, await signIn())).status).toBe(422)
})

it('fails as scripted, then recovers', async () => {
  const headers = await signIn()
  await post('/_control/next', { outcome: 'http_503' })
  await post('/_control/next', { outcome: 'drop_answer' })
  expect((await post('/wallets/create', { email: 'ana@example.com' }, headers)).status).toBe(503)
  await expect(post('/wallets/create', { email: 'ana@example.com' }, headers)).rejects.toThrow()
  expect((await post('/wallets/create', { email: 'ana@example.com' }, headers)).status).toBe(200)
})
