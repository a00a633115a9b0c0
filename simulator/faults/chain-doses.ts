/** What a chain does to those who use it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { settingsOf, type World } from '../../scripts/start-world.ts'
import type { Dose } from './dose.ts'

const DEEPEST_BLOCKS = 10
const STILL_MS = 15_000
const FORGETFUL_MS = 4000

/** One deeper than the last time, from one block to the deepest. */
let depth = 0

export const CHAIN_DOSES: readonly Dose[] = [
  {
    name: 'the chain drops its last blocks',
    give: (world) => lose(world, 'anvil_rollback', (blocks) => [blocks]),
  },
  {
    name: 'the chain replaces its last blocks',
    give: (world) => lose(world, 'anvil_reorg', (blocks) => [blocks, []]),
  },
  { name: 'the chain makes no blocks', give: (world) => standStill(world, STILL_MS) },
  {
    name: 'the chain forgets what waits for a block',
    give: (world) => standStill(world, FORGETFUL_MS, () => ask(world, 'anvil_dropAllTransactions', [])),
  },
]

/** As deep as there are blocks. */
async function lose(world: World, method: string, parameters: (blocks: number) => unknown[]): Promise<void> {
  depth = (depth % DEEPEST_BLOCKS) + 1
  const height = Number((await ask(world, 'eth_blockNumber', [])) ?? 0)
  if (height > 0) await ask(world, method, parameters(Math.min(height, depth)))
}

async function standStill(world: World, forMs: number, atLast?: () => Promise<unknown>): Promise<void> {
  await ask(world, 'evm_setAutomine', [false])
  await sleep(forMs)
  await atLast?.()
  await ask(world, 'evm_setAutomine', [true])
  await ask(world, 'evm_mine', [])
}

/** Undefined from a chain that the dose before has killed: started again, it makes blocks as ever. */
async function ask(world: World, method: string, params: unknown[]): Promise<string | undefined> {
  const { CHAIN_RPC_URL: url } = settingsOf(world.dataDir)
  const answer = await fetch(url as string, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  }).catch(() => null)
  const { result, error } = ((await answer?.json()) ?? {}) as {
    result?: string
    error?: { message: string }
  }
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}
