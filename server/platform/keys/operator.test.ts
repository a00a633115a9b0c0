/** The key that signs on the chain: in a file that says nothing without its passphrase, or in a service that keeps it. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Hex, keccak256, parseTransaction, recoverAddress, recoverTransactionAddress, toHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EnvironmentError, readEnv } from '../../env.ts'
import { type Emulators, startEmulators } from '../../testing/emulators.ts'
import { TEST_ENV } from '../../testing/market.ts'
import type { Chain } from '../chain/client.ts'
import { signWith } from '../chain/transactions.ts'
import { openOperator } from './open-operator.ts'
import { passphraseOf, seal, unseal, writeSealed } from './sealed-file.ts'

const PASSPHRASE = 'an owl, a lamp, a river, a stone'
const KEY: Hex = `0x${randomBytes(32).toString('hex')}`
const KMS = { KMS_REGION: 'sa-east-1', KMS_ACCESS_KEY_ID: 'AKIAKMS', KMS_SECRET_ACCESS_KEY: 'kms/secret+key' }

let folder: string
let file: string
let emulators: Emulators
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tune-keys-'))
  file = join(folder, 'operator.json')
  await writeSealed(file, await seal('operator-key', Buffer.from(KEY.slice(2), 'hex'), PASSPHRASE), false)
  emulators = await startEmulators(KMS)
})
afterAll(async () => {
  await emulators.close()
  await rm(folder, { recursive: true, force: true })
})

const { CHAIN_OPERATOR_KEY: _, ...REST } = TEST_ENV
const settings = (more: Record<string, string>) => ({ ...REST, DATABASE_URL: 'postgres://none', ...more })
const inFile = (more: Record<string, string> = {}) =>
  openOperator(
    readEnv(settings({ CHAIN_OPERATOR_FILE: file, CHAIN_OPERATOR_PASSPHRASE: PASSPHRASE, ...more })),
  )
const inKms = (more: Record<string, string> = {}) =>
  openOperator(
    readEnv(
      settings({
        CHAIN_OPERATOR_KMS: 'alias/tune',
        KMS_ENDPOINT: `${emulators.origin}/kms`,
        ...KMS,
        ...more,
      }),
    ),
  )

describe('a sealed file', () => {
  test('gives the key to its passphrase alone, and is its owner’s', async () => {
    expect((await inFile()).address).toBe(privateKeyToAddress(KEY))
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readFile(file, 'utf8')).not.toContain(KEY.slice(2))
    await expect(inFile({ CHAIN_OPERATOR_PASSPHRASE: `${PASSPHRASE}.` })).rejects.toThrow(
      'passphrase is another',
    )
  })

  test('takes its passphrase from a file, and no short one', async () => {
    const path = join(folder, 'passphrase')
    await writeFile(path, `${PASSPHRASE}\n`)
    expect(await passphraseOf(undefined, path)).toBe(PASSPHRASE)
    await expect(passphraseOf('too short', undefined)).rejects.toThrow('20 characters')
    await expect(passphraseOf(undefined, join(folder, 'none'))).rejects.toThrow('cannot be read')
  })

  test('that was changed anywhere is refused, and so is one of another kind or none of ours', async () => {
    const text = await readFile(file, 'utf8')
    const { aes256gcm, scrypt, ...rest } = JSON.parse(text)
    const flip = (field: string) => {
      const bytes = Buffer.from(field, 'base64')
      bytes[0] = (bytes[0] ?? 0) ^ 1
      return bytes.toString('base64')
    }
    for (const field of ['iv', 'tag', 'text']) {
      const changed = { ...rest, scrypt, aes256gcm: { ...aes256gcm, [field]: flip(aes256gcm[field]) } }
      await expect(unseal('operator-key', JSON.stringify(changed), PASSPHRASE)).rejects.toThrow('damaged')
    }
    await expect(unseal('fans-seed', text, PASSPHRASE)).rejects.toThrow('holds operator-key')
    const renamed = text.replace('operator-key', 'fans-seed')
    await expect(unseal('fans-seed', renamed, PASSPHRASE)).rejects.toThrow('damaged')
    const dear = JSON.stringify({ ...rest, aes256gcm, scrypt: { ...scrypt, N: 2 ** 30 } })
    for (const none of ['', '{}', '[]', dear])
      await expect(unseal('operator-key', none, PASSPHRASE)).rejects.toThrow('not one that')
  })

  test('is never written over', async () => {
    await expect(writeSealed(file, 'another', false)).rejects.toThrow('exists')
    expect((await inFile()).address).toBe(privateKeyToAddress(KEY))
  })
})

describe('a key in KMS', () => {
  test('signs what the chain takes, whichever of the two signatures the service gives', async () => {
    const operator = await inKms()
    for (let turn = 0; turn < 12; turn++) {
      const hash = keccak256(toHex(turn))
      const signature = await operator.sign(hash)
      expect(BigInt(signature.s)).toBeLessThan(2n ** 255n)
      expect(await recoverAddress({ hash, signature })).toBe(operator.address)
    }
  })

  test('signs transactions as a key of ours does', async () => {
    for (const signer of [await inKms(), await inFile()]) {
      const fees = { chainId: 137, gas: 21_000n, maxFeePerGas: 30n, maxPriorityFeePerGas: 2n }
      const { raw } = await signWith({ signer } as Chain, { to: signer.address, data: '0x01' }, 0, fees)
      expect(await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` })).toBe(
        signer.address,
      )
      expect(parseTransaction(raw)).toMatchObject({ ...fees, data: '0x01' })
    }
  })

  test.each<[string, Record<string, string>, RegExp]>([
    ['of another curve', { CHAIN_OPERATOR_KMS: 'alias/other' }, /ECC_SECG_P256K1/],
    ['that does not exist', { CHAIN_OPERATOR_KMS: 'alias/none' }, /400 NotFoundException/],
    ['with a wrong secret', { KMS_SECRET_ACCESS_KEY: 'wrong' }, /400 InvalidSignatureException/],
    ['of another region', { KMS_REGION: 'us-west-2' }, /400 UnrecognizedClientException/],
    ['that nobody answers for', { KMS_ENDPOINT: 'http://127.0.0.1:1' }, /was not answered/],
  ])('%s is a fault with a name', async (_what, change, said) => {
    await expect(inKms(change)).rejects.toThrow(said)
  })

  test('that answers for another key is not believed', async () => {
    const operator = await inKms()
    const other = await inKms({ CHAIN_OPERATOR_KMS: 'alias/other' }).catch(() => null)
    expect(other).toBeNull()
    await fetch(`${emulators.origin}/kms/_control/next`, { method: 'POST', body: '{"outcome":"http_500"}' })
    await expect(operator.sign(keccak256('0x'))).rejects.toThrow('Sign answered 500')
  })
})

describe('settings', () => {
  const refused = (set: Record<string, string>) => {
    try {
      readEnv(settings(set))
    } catch (fault) {
      return (fault as EnvironmentError).message
    }
    return null
  }

  test('name exactly one way to sign', () => {
    expect(refused({})).toContain('exactly one of')
    expect(refused({ CHAIN_OPERATOR_KEY: KEY, CHAIN_OPERATOR_FILE: file })).toContain('not 2')
    expect(refused({ CHAIN_OPERATOR_FILE: file })).toContain('CHAIN_OPERATOR_PASSPHRASE_FILE')
    expect(refused({ CHAIN_OPERATOR_KMS: 'alias/tune' })).toContain('KMS_REGION: is not set')
    expect(refused({ CHAIN_OPERATOR_KEY: KEY })).toBeNull()
  })

  test('refuse a key in clear on a public site, and say what to do', () => {
    const site = { PUBLIC_URL: 'https://tune.example', CHAIN_OPERATOR_KEY: KEY, CHAIN_OPERATOR_CLEAR: '' }
    expect(refused(site)).toMatch(/seal it .* set CHAIN_OPERATOR_FILE/)
    expect(refused({ ...site, CHAIN_OPERATOR_CLEAR: 'allowed' })).toBeNull()
  })

  test('of the custodian are those of the one that is used', () => {
    const own = { CHAIN_OPERATOR_KEY: KEY, CUSTODIAN_URL: '' }
    expect(refused({ ...own, CUSTODIAN: 'service' })).toContain('CUSTODIAN_URL: is not set')
    expect(refused(own)).toContain('CUSTODIAN_FILE: is not set')
    expect(refused({ ...own, CUSTODIAN_FILE: file })).toContain('CUSTODIAN_PASSPHRASE')
    expect(refused({ ...own, CUSTODIAN_FILE: file, CUSTODIAN_PASSPHRASE: PASSPHRASE })).toBeNull()
  })
})
