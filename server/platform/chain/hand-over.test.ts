/** The desk goes to another key in two steps, and sales go on with it. */
import { randomBytes } from 'node:crypto'
import type { Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordChainOutcome } from '../../product/market/record-chain-outcome.ts'
import { type ChainNode, startChainNode } from '../../testing/chain-node.ts'
import { createMarket, type Market, TEST_ENV } from '../../testing/market.ts'
import { enqueueChain } from '../chain-operations.ts'
import { connect } from '../db/sql.ts'
import { createChain } from './client.ts'
import { findContracts, ownerOf } from './contracts.ts'
import { handOver, takeOver } from './hand-over.ts'
import { acquireSenderLock } from './sender-lock.ts'
import { startTransactionSender, step } from './transaction-sender.ts'

const OLD = TEST_ENV.CHAIN_OPERATOR_KEY as Hex
const NEW: Hex = `0x${randomBytes(32).toString('hex')}`

let node: ChainNode
let market: Market
beforeAll(async () => {
  node = await startChainNode({ fund: privateKeyToAddress(OLD) })
  await node.rpc('anvil_setBalance', [privateKeyToAddress(NEW), '0x21e19e0c9bab2400000'])
  market = await createMarket({ env: { CHAIN_RPC_URL: node.url } })
})
afterAll(async () => {
  await market.close()
  await node.kill()
})

const contextOf = (key: Hex) => ({
  ...market.ctx,
  recordChainOutcome,
  env: { ...market.ctx.env, CHAIN_OPERATOR_KEY: key },
})
const chainOf = (key: Hex) => createChain(contextOf(key).env)

async function credit(): Promise<() => Promise<string | undefined>> {
  const fan = await market.newFan()
  const key = `credit:${crypto.randomUUID()}`
  const payload = { wallet: fan.wallet, amount: 5, reference: crypto.randomUUID() }
  await market.sql.begin((tx) => enqueueChain(tx, key, 'credit_balance', payload))
  return async () => {
    const [row] = await market.sql<
      { status: string }[]
    >`select status from chain.operations where key = ${key}`
    return row?.status
  }
}

async function settle(key: Hex): Promise<void> {
  const chain = await chainOf(key)
  for (let round = 0; round < 100; round++) if (!(await step(contextOf(key), chain))) return
}

test('before there is a desk there is nothing to hand over', async () => {
  await expect(takeOver(market, await chainOf(NEW))).rejects.toThrow('no desk yet')
})

test('nothing but the new key’s own signature moves the desk', async () => {
  await settle(OLD)
  const [old, heir] = [await chainOf(OLD), await chainOf(NEW)]
  await expect(takeOver(market, old)).rejects.toThrow('already')
  const proof = await takeOver(market, heir)
  const nobody = privateKeyToAddress(`0x${'42'.repeat(32)}`)
  const forged = `${nobody}:${proof.split(':')[1]}`
  await expect(handOver(contextOf(OLD), old, forged)).rejects.toThrow('not signed by the new key')
  await expect(handOver(contextOf(OLD), old, nobody)).rejects.toThrow('has printed')
  await expect(handOver(contextOf(NEW), heir, await proofOf(`0x${'43'.repeat(32)}`))).rejects.toThrow(
    'not the key in use',
  )
  const { desk } = (await findContracts(market.sql)) ?? {}
  expect(await ownerOf(old.node, desk as Hex)).toBe(old.signer.address)
})

const proofOf = async (key: Hex) => takeOver(market, await chainOf(key))

test('a worker at the chain has to stop first', async () => {
  const worker = connect(market.database.url, { max: 1 })
  try {
    expect(await acquireSenderLock(worker)).toBe(true)
    await expect(handOver(contextOf(OLD), await chainOf(OLD), await proofOf(NEW))).rejects.toThrow(
      'stop all workers',
    )
  } finally {
    await worker.end()
  }
})

test('what is on its way arrives, what is queued waits for the new key, and the old one can do no harm', async () => {
  const proof = await proofOf(NEW)
  const sent = await credit()
  await node.rpc('evm_setAutomine', [false])
  await step(contextOf(OLD), await chainOf(OLD))
  expect(await sent()).toBe('sent')
  const queued = await credit()
  const giving = handOver(contextOf(OLD), await chainOf(OLD), proof)
  await expect.poll(() => node.rpc('txpool_status')).toMatchObject({ pending: '0x2' })
  await node.rpc('evm_mine')
  await node.rpc('evm_setAutomine', [true])
  expect(await giving).toBe(privateKeyToAddress(NEW))
  expect(await sent()).toBe('confirmed')
  expect(await queued()).toBe('queued')

  // Again, it is done already.
  expect(await handOver(contextOf(OLD), await chainOf(OLD), proof)).toBe(privateKeyToAddress(NEW))

  // A worker that still has the old key sends nothing: nothing is refused, and nothing undone.
  const errors: string[] = []
  const log = { ...market.ctx.log, error: (found: { err: Error }) => errors.push(found.err.message) } as never
  const stale = await startTransactionSender({ ...contextOf(OLD), log })
  await expect.poll(() => errors.join()).toContain('the desk obeys')
  await stale.stop()
  expect(await queued()).toBe('queued')

  await settle(NEW)
  expect(await queued()).toBe('confirmed')
  const later = await credit()
  await settle(NEW)
  expect(await later()).toBe('confirmed')
})

test('one that was killed after it had signed goes on, with the same transaction', async () => {
  const proof = await proofOf(OLD)
  await node.rpc('evm_setAutomine', [false])
  const heir = await chainOf(NEW)
  const cut = {
    ...heir,
    node: { ...heir.node, sendRawTransaction: () => Promise.reject(new Error('killed')) },
  }
  await expect(handOver(contextOf(NEW), cut as typeof heir, proof)).rejects.toThrow('killed')
  const signed = await transactionsOf(NEW)
  await node.rpc('evm_setAutomine', [true])
  expect(await handOver(contextOf(NEW), await chainOf(NEW), proof)).toBe(privateKeyToAddress(OLD))
  expect(await transactionsOf(NEW)).toBe(signed)
})

async function transactionsOf(key: Hex): Promise<number> {
  const rows = await market.sql`select from chain.transactions where signer = ${privateKeyToAddress(key)}`
  return rows.length
}
