/**
 * The wallet custodian: a tenant signs in, then asks for one wallet per e-mail address. Keys are derived from a seed, so
 * that the same address always gets the same wallet, on every machine.
 */
import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { concat, keccak256, stringToBytes } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { Control, jsonBody } from '../control.ts'
import { openDatabase } from '../database.ts'
import type { Emulator } from '../emulator.ts'
import { NETWORK_OUTCOMES, scriptable } from '../faults.ts'
import { isSameSecret } from '../same-secret.ts'

export type CustodianOptions = {
  dataDir: string
  /** The tenant's credentials: `client` is its client id or its service account's e-mail address. */
  client: string
  secret: string
  /** What all keys are derived from. Test wallets only: whoever reads this has every key. */
  seed: string
}

export type Wallet = {
  id: string
  email: string
  /** Checksummed (EIP-55). */
  address: `0x${string}`
  environment: 'prod'
  network: 'evm'
  /** ISO 8601, UTC. */
  createdAt: string
}

const SCHEMA = `
  create table if not exists wallets (email text primary key, address text not null, created_at text not null);
`

export function createCustodian(options: CustodianOptions): Emulator {
  const db = openDatabase(options.dataDir, 'custodian', SCHEMA)
  const control = new Control(db, NETWORK_OUTCOMES)
  const apiKey = `ck_${digest(`${options.seed}:${options.client}:${options.secret}`).slice(0, 40)}`
  const clientId = digest(options.client).slice(0, 24)

  const find = (email: string): Wallet | undefined => {
    const row = db.prepare('select * from wallets where email = ?').get(email)
    return row === undefined
      ? undefined
      : {
          id: digest(email).slice(0, 24),
          email,
          address: String(row.address) as `0x${string}`,
          environment: 'prod',
          network: 'evm',
          createdAt: String(row.created_at),
        }
  }

  const isAuthorized = (c: Context) =>
    isSameSecret(c.req.header('x-api-key') ?? '', apiKey) &&
    isSameSecret(c.req.header('x-client-id') ?? '', clientId)

  const authorize = async (c: Context): Promise<Response> => {
    const body = await jsonBody(c)
    const client = String(body.clientId ?? body.email ?? '')
    const secret = String(body.secret ?? body.password ?? '')
    if (!isSameSecret(client, options.client) || !isSameSecret(secret, options.secret)) {
      return c.json({ error: 'Invalid credentials' }, 401)
    }
    return c.json({ apiKey, clientId })
  }

  const create = async (c: Context): Promise<Response> => {
    if (!isAuthorized(c)) return c.json({ error: 'Invalid API key' }, 401)
    const email = normalEmail((await jsonBody(c)).email)
    if (email === undefined) return c.json({ error: 'email must be an e-mail address' }, 422)
    const isNew = find(email) === undefined
    db.prepare('insert into wallets values (?, ?, ?) on conflict do nothing').run(
      email,
      addressFor(options.seed, email),
      new Date().toISOString(),
    )
    return c.json({ wallets: [find(email)] }, isNew ? 201 : 200)
  }

  const app = new Hono()
  const answer = scriptable(control)
  app.post('/tenants/authorize', answer(authorize))
  app.post('/wallets/create', answer(create))
  app.get('/wallets', (c) => {
    if (!isAuthorized(c)) return c.json({ error: 'Invalid API key' }, 401)
    const wallet = find(normalEmail(c.req.query('email')) ?? '')
    return c.json({ wallets: wallet === undefined ? [] : [wallet] })
  })
  app.route(
    '/_control',
    control.routes(() => db.exec('delete from wallets')),
  )
  return { app, close: async () => db.close() }
}

/** The wallet address for an e-mail address: its key is keccak256(keccak256(seed) ‖ keccak256(email)). */
function addressFor(seed: string, email: string): `0x${string}` {
  return privateKeyToAddress(
    keccak256(concat([keccak256(stringToBytes(seed)), keccak256(stringToBytes(email))])),
  )
}

function normalEmail(value: unknown): string | undefined {
  const email = typeof value === 'string' ? value.trim().toLowerCase() : ''
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? email : undefined
}

function digest(value: string): string {
  return createHash('sha256').update(value).digest('hex')
}
