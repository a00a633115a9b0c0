/**
 * Secrets of one local world, generated at its first start and kept in its data folder, readable only by its owner.
 */
import { createECDH, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { privateKeyToAddress } from 'viem/accounts'

export type Secrets = {
  JWT_SECRET: string
  STRIPE_SECRET_KEY: string
  STRIPE_PUBLISHABLE_KEY: string
  STRIPE_WEBHOOK_SECRET: string
  PIX_CLIENT_ID: string
  PIX_CLIENT_SECRET: string
  PIX_WEBHOOK_SECRET: string
  MAIL_WEBHOOK_SECRET: string
  PIX_KEY: string
  MAIL_REPORTS_SECRET: string
  CUSTODIAN_CLIENT: string
  CUSTODIAN_SECRET: string
  PINNING_TOKEN: string
  VIDEO_TOKEN_KEY: string
  VIDEO_API_KEY: string
  VIDEO_CDN_KEY: string
  VAPID_PUBLIC_KEY: string
  VAPID_PRIVATE_KEY: string
  CHAIN_OPERATOR_KEY: `0x${string}`
  PLATFORM_WALLET: string
}

/** Throws with what to do when they are gone or damaged and other data of their world is not. */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const path = join(dataDir, 'secrets.json')
  const kept = await readSecrets(path, dataDir)
  const hex = (bytes: number) => randomBytes(bytes).toString('hex')
  // A world from before a service was added only lacks that service's secrets.
  const secrets: Secrets = {
    JWT_SECRET: hex(32),
    STRIPE_SECRET_KEY: `sk_test_${hex(16)}`,
    STRIPE_PUBLISHABLE_KEY: `pk_test_${hex(16)}`,
    STRIPE_WEBHOOK_SECRET: `whsec_${hex(24)}`,
    PIX_CLIENT_ID: 'tune',
    PIX_CLIENT_SECRET: hex(24),
    PIX_WEBHOOK_SECRET: hex(24),
    MAIL_WEBHOOK_SECRET: hex(24),
    PIX_KEY: 'pix@tune.test',
    MAIL_REPORTS_SECRET: hex(24),
    CUSTODIAN_CLIENT: 'tune',
    CUSTODIAN_SECRET: hex(24),
    PINNING_TOKEN: hex(24),
    VIDEO_TOKEN_KEY: hex(16),
    VIDEO_API_KEY: hex(16),
    VIDEO_CDN_KEY: hex(16),
    ...vapidKeys(),
    CHAIN_OPERATOR_KEY: `0x${hex(32)}`,
    PLATFORM_WALLET: privateKeyToAddress(`0x${hex(32)}`),
    ...kept,
  }
  // Whole or not at all, since nothing else opens what belongs to them.
  await writeFile(`${path}.draft`, JSON.stringify(secrets, null, 2), { mode: 0o600, flush: true })
  await rename(`${path}.draft`, path)
  return secrets
}

/** What belongs to the secrets of its folder: a world's database and chain, a cluster's databases. */
const THEIRS = ['postgres', 'postgres-1', 'postgres-2', 'chain/state.json']

async function readSecrets(path: string, dataDir: string): Promise<Partial<Secrets>> {
  const toDo = `Put it back from a copy, or delete ${dataDir} to begin anew.`
  const text = await readFile(path, 'utf8').catch((fault: NodeJS.ErrnoException) => {
    if (fault.code !== 'ENOENT') throw fault
    const left = THEIRS.find((name) => existsSync(join(dataDir, name)))
    if (left) throw new Error(`${path} is gone, and ${join(dataDir, left)} belongs to its secrets. ${toDo}`)
    return '{}'
  })
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${path} is damaged. ${toDo}`)
  }
}

/** The pair that signs messages to browsers, as RFC 8292 writes it. */
function vapidKeys() {
  const pair = createECDH('prime256v1')
  return {
    VAPID_PUBLIC_KEY: pair.generateKeys('base64url'),
    VAPID_PRIVATE_KEY: Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url'),
  }
}
