/** The nodes, the chain they are of, and what the key that signs can pay for. */
import { once } from 'node:events'
import { createPublicClient, formatEther, keccak256, recoverAddress, toHex } from 'viem'
import { WebSocket } from 'ws'
import type { Env } from '#server/env.ts'
import { nodeAt } from '#server/platform/chain/client.ts'
import { safeConfirmations } from '#server/platform/chain/confirmations.ts'
import { findContracts, ownerOf } from '#server/platform/chain/contracts.ts'
import { SUBSCRIBE } from '#server/platform/chain/heads.ts'
import type { Sql } from '#server/platform/db/sql.ts'
import { openOperator } from '#server/platform/keys/open-operator.ts'
import type { Operator } from '#server/platform/keys/operator.ts'
import { type Check, type Finding, fault, well } from './finding.ts'

/** Gas for this many sales in batches (bench/RESULTS.md, minting), at today's price. */
const SALES = 1000n
const GAS_OF_A_SALE = 68_595n
/** A node whose newest block is older has lost the others. */
const OLDEST_SECONDS = 120
const HEADS_MS = 10_000

export function chainChecks(env: Env, sql: Sql): Check[] {
  let opening: Promise<Operator> | undefined
  const operator = () => {
    opening ??= openOperator(env)
    return opening
  }
  return [
    ...keyChecks(env, sql, operator),
    ...env.CHAIN_RPC_URL.map((url, index) => ({
      name: `node ${index + 1}`,
      advice: 'Look at this address in CHAIN_RPC_URL, or leave it out.',
      look: () => lookAtNode(url, env.CHAIN_CONFIRMATIONS),
    })),
    ...(env.CHAIN_HEADS_URL ? [announcements(env.CHAIN_HEADS_URL)] : []),
    {
      name: 'nodes agree',
      advice: 'All addresses of CHAIN_RPC_URL have to be of one chain; one or three of them, not two.',
      async look() {
        const ids = await Promise.all(env.CHAIN_RPC_URL.map((url) => clientOf(url).getChainId()))
        if (new Set(ids).size > 1) return fault(`on chains ${ids.join(', ')}`, this.advice)
        return ids.length === 2
          ? fault('there are two: no receipt counts while one is away', this.advice)
          : well(`on chain ${ids[0]}`)
      },
    },
  ]
}

/** The key that signs: that it can be used, what it can pay for, and that the desk obeys it. */
function keyChecks(env: Env, sql: Sql, operator: () => Promise<Operator>): Check[] {
  const node = clientOf(env.CHAIN_RPC_URL[0] as string)
  return [
    {
      name: 'chain’s key',
      advice: 'Look at CHAIN_OPERATOR_…: the file and its passphrase, or the key in KMS and who may use it.',
      async look() {
        const { address, sign } = await operator()
        const hash = keccak256(toHex('doctor'))
        const signer = await recoverAddress({ hash, signature: await sign(hash) })
        return signer === address
          ? well(`signs as ${address}`)
          : fault(`is that of ${address}, and signs as ${signer}`, this.advice)
      },
    },
    {
      name: 'gas',
      advice: 'Look at CHAIN_RPC_URL.',
      async look() {
        const { address } = await operator()
        const [balance, price] = await Promise.all([node.getBalance({ address }), node.getGasPrice()])
        const sales = balance / (GAS_OF_A_SALE * (price || 1n))
        const said = `${formatEther(balance)} pays for some ${sales} sales`
        return sales < SALES ? fault(said, `Send the chain’s own coin to ${address}.`) : well(said)
      },
    },
    {
      name: 'desk',
      advice: 'Set the key that it obeys, or have that key hand it over: docs/operating.md, Keys.',
      async look() {
        const contracts = await findContracts(sql)
        if (!contracts) return well('will be deployed by this key')
        const [owner, { address }] = await Promise.all([ownerOf(node, contracts.desk), operator()])
        return owner === address
          ? well('obeys this key')
          : fault(`obeys ${owner}, not ${address}`, this.advice)
      },
    },
  ]
}

/** A fault costs no sale: the chain is then asked every so often. */
function announcements(url: string): Check {
  return {
    name: 'announced blocks',
    advice: 'Look at CHAIN_HEADS_URL, or remove it: the chain is then asked every so often.',
    async look() {
      const socket = new WebSocket(url, { handshakeTimeout: HEADS_MS })
      try {
        const signal = AbortSignal.timeout(HEADS_MS)
        await once(socket, 'open', { signal })
        socket.send(SUBSCRIBE)
        const [answer] = await once(socket, 'message', { signal })
        const { result } = JSON.parse(String(answer)) as { result?: unknown }
        return typeof result === 'string' ? well('are told') : fault('the node announces none', this.advice)
      } finally {
        socket.terminate()
      }
    },
  }
}

const clientOf = (url: string) => createPublicClient({ transport: nodeAt(url) })

async function lookAtNode(url: string, confirmations: number | undefined): Promise<Finding> {
  const node = clientOf(url)
  const [chain, block] = await Promise.all([node.getChainId(), node.getBlock()])
  const age = Math.floor(Date.now() / 1000) - Number(block.timestamp)
  const safe = safeConfirmations(chain)
  // A developer's chain mines when there is something to mine.
  if (safe > 0 && age > OLDEST_SECONDS)
    return fault(`its newest block is ${age} s old`, 'Ask its provider, or leave it out.')
  if (confirmations !== undefined && confirmations < safe)
    return fault(
      `CHAIN_CONFIRMATIONS is ${confirmations}, and ${safe} are safe on chain ${chain}`,
      'Remove it: a receipt that is replaced afterwards would have been believed.',
    )
  return well(`chain ${chain}, block ${block.number}`)
}
