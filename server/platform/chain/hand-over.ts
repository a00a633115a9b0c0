/**
 * Handing the desk to another key, in two steps: the new key signs that it takes over, and only then does the present one
 * give the desk away. An address that nobody can sign for is never given anything.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  encodeFunctionData,
  type Hex,
  hashMessage,
  isAddress,
  isAddressEqual,
  isHex,
  parseTransaction,
  recoverMessageAddress,
  serializeSignature,
} from 'viem'
import { TuneDesk } from '#contracts/abi/TuneDesk.ts'
import { connect } from '../db/sql.ts'
import type { Chain } from './client.ts'
import { findContracts, noteOwner, ownerOf } from './contracts.ts'
import { acquireSenderLock } from './sender-lock.ts'
import { follow, type SenderContext } from './transaction-sender.ts'
import { keep, nextNonce, openTransactions, send, sign } from './transactions.ts'

/** Twice what it takes. */
const GAS = 60_000n

/** Its message is for the operator. */
export class HandOverRefused extends Error {
  override name = 'HandOverRefused'
}

/** The first step, with the new key: what the present owner is to be given. Throws HandOverRefused. */
export async function takeOver({ sql }: Pick<SenderContext, 'sql'>, chain: Chain): Promise<string> {
  const { desk, owner } = await findDesk(sql, chain)
  const { address } = chain.signer
  if (isAddressEqual(owner, address)) throw new HandOverRefused('The desk obeys this key already.')
  const text = sentence(await chain.node.getChainId(), desk, owner, address)
  return `${address}:${serializeSignature(await chain.signer.sign(hashMessage(text)))}`
}

/**
 * The second step, with the present key and no worker running. What is on its way is followed to its end; what is queued is
 * left to the new key. It may be killed and repeated. Resolves with the new owner. Throws HandOverRefused.
 */
export async function handOver(ctx: SenderContext, chain: Chain, proof: string): Promise<Hex> {
  const lock = connect(ctx.env.DATABASE_DIRECT_URL, { max: 1, lasting: true, name: 'tune-hand-over' })
  try {
    if (!(await acquireSenderLock(lock)))
      throw new HandOverRefused('A worker is at the chain: stop all workers first.')
    const { desk, owner } = await findDesk(ctx.sql, chain)
    const heir = heirIn(proof)
    if (isAddressEqual(owner, heir.address)) {
      await noteOwner(ctx.sql, owner)
      return heir.address
    }
    if (!isAddressEqual(owner, chain.signer.address))
      throw new HandOverRefused(`The desk obeys ${owner}, not the key in use.`)
    const message = sentence(await chain.node.getChainId(), desk, owner, heir.address)
    const signer = await recoverMessageAddress({ message, signature: heir.signature }).catch(() => null)
    if (!signer || !isAddressEqual(signer, heir.address))
      throw new HandOverRefused('This was not signed by the new key, for this desk, chain and owner.')
    await giveAway(ctx, chain, desk, heir.address)
    return heir.address
  } finally {
    await lock.end({ timeout: 1 })
  }
}

async function giveAway(ctx: SenderContext, chain: Chain, desk: Hex, heir: Hex): Promise<void> {
  const data = encodeFunctionData({ abi: TuneDesk.abi, functionName: 'changeOwner', args: [heir] })
  const open = await openTransactions(ctx.sql, chain)
  // One that was killed after it had signed has said so already.
  if (!open.some(({ raw }) => parseTransaction(raw).data === data)) {
    const nonce = await nextNonce(ctx.sql, chain)
    const signed = await sign(chain, { to: desk, data }, nonce, GAS)
    const id = await keep(ctx.sql, chain.signer.address, { nonce, ...signed })
    await send(ctx.sql, chain, { id, raw: signed.raw })
  }
  // Its nonce is the last: what was sent before is mined before.
  while ((await follow(ctx, chain)) > 0) await sleep(ctx.env.CHAIN_POLL_MS)
  const owner = await ownerOf(chain.node, desk)
  if (!isAddressEqual(owner, heir))
    throw new HandOverRefused(`The chain refused it: the desk obeys ${owner}.`)
  await noteOwner(ctx.sql, owner)
}

async function findDesk(sql: SenderContext['sql'], chain: Chain): Promise<{ desk: Hex; owner: Hex }> {
  const contracts = await findContracts(sql)
  if (!contracts) throw new HandOverRefused('There is no desk yet: the key that deploys it owns it.')
  return { desk: contracts.desk, owner: await ownerOf(chain.node, contracts.desk) }
}

const sentence = (chainId: number, desk: Hex, from: Hex, to: Hex): string =>
  `Tune: ${to} takes over the desk ${desk} on chain ${chainId} from ${from}.`

function heirIn(proof: string): { address: Hex; signature: Hex } {
  const [address = '', signature = ''] = proof.split(':')
  if (!isAddress(address) || !isHex(signature))
    throw new HandOverRefused('That is not what `operator take-over` has printed.')
  return { address, signature }
}
