/** Our own contracts: where they are, and deploying them where they are not yet. */
import { encodeDeployData, getContractAddress, type Hex, isAddressEqual, type PublicClient } from 'viem'
import { TuneBalance } from '#contracts/abi/TuneBalance.ts'
import { TuneBook } from '#contracts/abi/TuneBook.ts'
import { TuneDesk } from '#contracts/abi/TuneDesk.ts'
import { TuneFactory } from '#contracts/abi/TuneFactory.ts'
import type { Env } from '../../env.ts'
import type { Sql } from '../db/sql.ts'
import { withRetries } from '../db/transact.ts'
import { StartRefused } from '../start-refused.ts'
import { type Chain, createChain } from './client.ts'
import { keep, nextNonce, sign } from './transactions.ts'

export type Contracts = { desk: Hex; balance: Hex; book: Hex; factory: Hex }

/** Enough for the largest of the four, the factory with the edition's code inside. */
export const DEPLOYMENT_GAS = 5_000_000n

const ORDER = ['desk', 'balance', 'book', 'factory'] as const

export async function findContracts(sql: Sql): Promise<Contracts | null> {
  const rows = await sql<{ name: string; address: Hex }[]>`select name, address from chain.contracts`
  const found = Object.fromEntries(rows.map(({ name, address }) => [name, address]))
  return ORDER.every((name) => found[name]) ? (found as Contracts) : null
}

/** The desk obeys another key than ours: it would refuse every batch, and every sale would be undone. */
export class NotOurDesk extends Error {
  override name = 'NotOurDesk'
}

/** Notes whom the desk obeys; throws NotOurDesk when that is not our key. */
export async function isDeskOurs(sql: Sql, { node, signer }: Chain): Promise<true> {
  const contracts = await findContracts(sql)
  // What is not there yet, we make ourselves.
  if (!contracts) return true
  const isMade = await node.getCode({ address: contracts.desk })
  const owner = isMade ? await ownerOf(node, contracts.desk) : await deployerOf(sql)
  if (isMade && owner) await noteOwner(sql, owner)
  if (!owner || isAddressEqual(owner, signer.address)) return true
  throw new NotOurDesk(`the desk obeys ${owner}, and our key is that of ${signer.address}`)
}

/** Whose transaction makes the desk: nobody else can, and whoever writes to it before writes into the void. */
async function deployerOf(sql: Sql): Promise<Hex | null> {
  const [row] = await sql<{ signer: Hex }[]>`select signer from chain.transactions where deploys = 'desk'`
  return row?.signer ?? null
}

export async function noteOwner(sql: Sql, owner: Hex): Promise<void> {
  await sql`
    update chain.contracts set owner = ${owner} where name = 'desk' and owner is distinct from ${owner}`
}

/**
 * Throws StartRefused when the key in `env` is not the one that the desk obeyed last, as the database knows, and the chain says
 * no other. A key that cannot be opened is the sender's affair, which tries again.
 */
export async function refuseOtherKey(sql: Sql, env: Env): Promise<void> {
  const [desk] = await sql<{ address: Hex; owner: Hex }[]>`
    select address, owner from chain.contracts where name = 'desk' and owner is not null`
  if (!desk) return
  const chain = await createChain(env).catch(() => null)
  if (!chain || isAddressEqual(desk.owner, chain.signer.address)) return
  const owner = await ownerOf(chain.node, desk.address).catch(() => desk.owner)
  if (isAddressEqual(owner, chain.signer.address)) return
  throw new StartRefused(
    `The key that signs on the chain (CHAIN_OPERATOR_…) is that of ${chain.signer.address}, but the desk ${desk.address} obeys ` +
      `${owner}. Set that key, or hand the desk over first: docs/operating.md, "Handing the desk over".`,
  )
}

export const ownerOf = (node: PublicClient, desk: Hex): Promise<Hex> =>
  node.readContract({ address: desk, abi: TuneDesk.abi, functionName: 'owner' })

/**
 * Signs the transactions that deploy the four contracts; the sender sends them before anything else. Their addresses
 * follow from signer and nonce, so they are known, and stored, before the chain has seen any of it.
 */
export async function prepareContracts(sql: Sql, chain: Chain): Promise<Contracts> {
  const signer = chain.signer.address
  const first = await nextNonce(sql, chain)
  const at = (index: number) => getContractAddress({ from: signer, nonce: BigInt(first + index) })
  const contracts: Contracts = { desk: at(0), balance: at(1), book: at(2), factory: at(3) }
  const code: Record<(typeof ORDER)[number], Hex> = {
    desk: encodeDeployData({ ...TuneDesk, args: [signer] }),
    balance: encodeDeployData({ ...TuneBalance, args: [contracts.desk] }),
    book: encodeDeployData({ ...TuneBook, args: [contracts.desk] }),
    factory: encodeDeployData({ ...TuneFactory, args: [contracts.desk] }),
  }
  const signed = await Promise.all(
    ORDER.map(async (name, index) => ({
      name,
      ...(await sign(chain, { data: code[name] }, first + index, DEPLOYMENT_GAS)),
    })),
  )
  await withRetries(sql, async (tx) => {
    for (const [index, { name, raw, hash }] of signed.entries()) {
      await keep(tx, signer, { nonce: first + index, raw, hash, deploys: name })
      await tx`
        insert into chain.contracts (name, address, owner)
        values (${name}, ${contracts[name]}, ${name === 'desk' ? signer : null})`
    }
  })
  return contracts
}
