/** Our contracts on the configured chain: where they are, and deploying them on a network where they are not yet. */
import { setTimeout as sleep } from 'node:timers/promises'
import { formatEther } from 'viem'
import { createChain, createReader } from '#server/platform/chain/client.ts'
import { DEPLOYMENT_GAS, findContracts } from '#server/platform/chain/contracts.ts'
import { startTransactionSender } from '#server/platform/chain/transaction-sender.ts'
import { type Product, UsageError, withProduct } from './product.ts'

export const usage = [
  ['contracts', 'the addresses of the four contracts, and whether the chain knows them'],
  ['contracts deploy --yes', 'makes them; without --yes it says on which chain, by whom and at what cost'],
] as const

const WAIT_MS = 1000
/** Ten minutes: more than any public network takes for four transactions at current fees. */
const MOST_WAITS = 600

export function run([action, consent]: string[]): Promise<number> {
  if (action === undefined) return withProduct(show)
  if (action !== 'deploy' || (consent !== undefined && consent !== '--yes'))
    throw new UsageError('contracts [deploy [--yes]]')
  return withProduct(async (product) => {
    if (await findContracts(product.sql)) return show(product)
    await sayCost(product)
    if (consent !== '--yes') return 0
    // Deployed by the sender, as in production; waits for its turn if a worker holds it.
    const sender = await startTransactionSender(product)
    try {
      for (let wait = 0; wait < MOST_WAITS; wait++) {
        if (await areConfirmed(product)) return await show(product)
        await sleep(WAIT_MS)
      }
      throw new UsageError('The chain has not confirmed them yet. Call it again: nothing is deployed twice.')
    } finally {
      await sender.stop()
    }
  })
}

async function sayCost({ env, say }: Product): Promise<void> {
  const { node, signer } = await createChain(env)
  const [chainId, balance, fees] = await Promise.all([
    node.getChainId(),
    node.getBalance({ address: signer.address }),
    node.estimateFeesPerGas(),
  ])
  say(`Chain ${chainId}, signer ${signer.address} with ${formatEther(balance)}.`)
  say(`Four contracts cost at most ${formatEther(4n * DEPLOYMENT_GAS * fees.maxFeePerGas)} at today's fees.`)
}

async function areConfirmed({ sql }: Product): Promise<boolean> {
  const rows = await sql<
    { status: string }[]
  >`select status from chain.transactions where deploys is not null`
  return rows.length === 4 && rows.every(({ status }) => status === 'confirmed')
}

async function show({ sql, env, say }: Product): Promise<number> {
  const contracts = await findContracts(sql)
  if (!contracts) {
    say('None are deployed.')
    return 1
  }
  const node = createReader(env)
  let missing = 0
  for (const [name, address] of Object.entries(contracts)) {
    const isThere = Boolean(await node.getCode({ address }))
    if (!isThere) missing++
    say(`${name.padEnd(8)} ${address}${isThere ? '' : '  not on the chain yet'}`)
  }
  return missing === 0 ? 0 : 1
}
