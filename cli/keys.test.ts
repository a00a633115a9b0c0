// @module-tag release
/** `custodian` and `operator`, as an operator calls them: files, passphrases, and the desk handed over. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createContext } from '#server/create-context.ts'
import { readEnv } from '#server/env.ts'
import { createChain } from '#server/platform/chain/client.ts'
import { step } from '#server/platform/chain/transaction-sender.ts'
import { type ChainNode, startChainNode } from '#server/testing/chain-node.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { TEST_ENV } from '#server/testing/market.ts'
import { chainChecks } from './doctor/chain.ts'
import { examine } from './doctor/finding.ts'

/** Each call is a process of its own, and many of them take a while on a busy machine. */
const SLOW = 120_000

let folder: string
let database: TestDatabase
let node: ChainNode
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tune-cli-keys-'))
  for (const name of ['one', 'two']) await writeFile(path(name), `${randomBytes(24).toString('base64')}\n`)
  await writeFile(path('short'), 'hunter2\n')
  database = await createTestDatabase()
  node = await startChainNode({ fund: privateKeyToAddress(TEST_ENV.CHAIN_OPERATOR_KEY as Hex) })
})
afterAll(async () => {
  await node.kill()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const path = (name: string) => join(folder, name)

function tune(args: string[], more: Record<string, string> = {}, input = '') {
  const env = {
    ...TEST_ENV,
    DATABASE_URL: database.url,
    CHAIN_RPC_URL: node.url,
    DATA_DIR: '/nonexistent',
    ...more,
  }
  return new Promise<{ code: number; said: string }>((resolve) => {
    const main = join(import.meta.dirname, 'main.ts')
    const child = execFile(process.execPath, [main, ...args], { env }, (fault, said, faults) =>
      resolve({ code: fault ? Number(fault.code) : 0, said: said + faults }),
    )
    child.stdin?.end(input)
  })
}

test(
  'a seed is made once, sealed, and opens with its passphrase alone, also after that was changed',
  async () => {
    const file = path('seed.json')
    const made = await tune(['custodian', 'create', file, path('one')])
    expect(made).toMatchObject({
      code: 0,
      said: expect.stringMatching(/sealed.*first wallet will be 0x[0-9a-fA-F]{40}/s),
    })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await tune(['custodian', 'create', file, path('one')])).toMatchObject({
      code: 2,
      said: expect.stringContaining('nothing is written over it'),
    })
    expect(await tune(['custodian', 'create', path('weak.json'), path('short')])).toMatchObject({
      code: 2,
      said: expect.stringContaining('20 characters'),
    })
    const settings = { CUSTODIAN: 'built-in', CUSTODIAN_FILE: file, CUSTODIAN_PASSPHRASE_FILE: path('one') }
    const first = /0x[0-9a-fA-F]{40}/.exec(made.said)?.[0] ?? 'none'
    expect(await tune(['custodian', 'show'], settings)).toMatchObject({
      code: 0,
      said: expect.stringContaining(`0 wallets; the first key of the seed is that of ${first}`),
    })
    expect((await tune(['custodian', 'passphrase', file, path('one'), path('two')])).code).toBe(0)
    expect(await tune(['custodian', 'show'], settings)).toMatchObject({
      code: 2,
      said: expect.stringMatching(/^the passphrase is another one/),
    })
    const changed = { ...settings, CUSTODIAN_PASSPHRASE_FILE: path('two') }
    expect((await tune(['custodian', 'show'], changed)).said).toContain(first)
  },
  SLOW,
)

test(
  'the key in use is sealed as it is, and what is no key is not',
  async () => {
    const file = path('sealed.json')
    expect((await tune(['operator', 'seal', file, path('one')], {}, 'no key')).code).toBe(2)
    const key = TEST_ENV.CHAIN_OPERATOR_KEY ?? ''
    const sealed = await tune(['operator', 'seal', file, path('one')], {}, `${key}\n`)
    expect(sealed.said).toContain(privateKeyToAddress(key as Hex))
    expect(await readFile(file, 'utf8')).not.toContain(key.slice(2))
    const settings = {
      CHAIN_OPERATOR_KEY: '',
      CHAIN_OPERATOR_FILE: file,
      CHAIN_OPERATOR_PASSPHRASE_FILE: path('one'),
    }
    expect(await tune(['operator', 'show'], settings)).toMatchObject({
      code: 0,
      said: expect.stringContaining('There is no desk yet'),
    })
  },
  SLOW,
)

test(
  'the desk is handed over in two steps, and the doctor sees whose it is',
  async () => {
    const env = readEnv({ ...TEST_ENV, DATABASE_URL: database.url, CHAIN_RPC_URL: node.url })
    const ctx = createContext(env)
    try {
      const chain = await createChain(env)
      while (await step(ctx, chain));
      const desk = async (settings: typeof env) =>
        (await examine(chainChecks(settings, ctx.sql).filter(({ name }) => name === 'desk')))[0]
      expect(await desk(env)).toMatchObject({ state: 'well', said: 'obeys this key' })

      const heir = {
        CHAIN_OPERATOR_KEY: '',
        CHAIN_OPERATOR_FILE: path('heir.json'),
        CHAIN_OPERATOR_PASSPHRASE_FILE: path('one'),
      }
      await tune(['operator', 'create', path('heir.json'), path('one')])
      expect((await tune(['operator', 'show'], heir)).code).toBe(1)
      const { said: signature } = await tune(['operator', 'take-over'], heir)
      expect(await tune(['operator', 'hand-over', signature.trim()])).toMatchObject({
        code: 0,
        said: expect.stringContaining('With --yes'),
      })
      expect(await desk(env)).toMatchObject({ state: 'well' })
      expect(await tune(['operator', 'hand-over', 'nonsense', '--yes'])).toMatchObject({
        code: 2,
        said: expect.stringContaining('take-over'),
      })
      expect((await tune(['operator', 'hand-over', signature.trim(), '--yes'])).said).toContain(
        'The desk obeys 0x',
      )
      expect((await tune(['operator', 'show'], heir)).code).toBe(0)
      expect(await desk(env)).toMatchObject({
        state: 'fault',
        said: expect.stringMatching(/^obeys 0x.*, not 0x/),
      })
    } finally {
      await ctx.close()
    }
  },
  SLOW,
)
