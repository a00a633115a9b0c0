/** Turns operations of the outbox into calls of our contracts. */
import { concatHex, encodeFunctionData, encodePacked, type Hex, size } from 'viem'
import { TuneBalance } from '#contracts/abi/TuneBalance.ts'
import { TuneBook } from '#contracts/abi/TuneBook.ts'
import { TuneDesk } from '#contracts/abi/TuneDesk.ts'
import { TuneEdition } from '#contracts/abi/TuneEdition.ts'
import { TuneFactory } from '#contracts/abi/TuneFactory.ts'
import type { ChainKind, ChainPayload } from '../chain-operations.ts'
import type { Contracts } from './contracts.ts'

export type Operation = {
  [Kind in ChainKind]: { id: number; kind: Kind; payload: ChainPayload[Kind] }
}[ChainKind]

type Call = { target: Hex; data: Hex }

/**
 * The gas limit of each kind: about twice what it used alone, with everything it touches new and cold, less the
 * 21,000 of the transaction. Measured: sale 129,300 (in a batch of one edition 68,600), deposit 36,700, withdrawal
 * 19,600, play 27,100, anchor 9,800; project 92,000, more with longer texts. A returned sale is two moves of money
 * and one of access, all of them parts of a sale. A list is anchored too, and each of its entries used 3,900 (bid) or
 * 2,100 (release). Limits are fixed rather than estimated: an estimate ignores the batches still under way, and an
 * operation that runs out of gas looks refused.
 */
const GAS: Record<ChainKind, bigint> = {
  deploy_edition: 600_000n,
  credit_balance: 80_000n,
  debit_balance: 50_000n,
  sell_unit: 250_000n,
  return_sale: 120_000n,
  record_play: 60_000n,
  record_bids: 30_000n,
  release_bids: 30_000n,
  anchor_log: 20_000n,
}
const BID_GAS = 8_000n
const RELEASE_GAS = 4_500n
const BATCH_BASE_GAS = 100_000n
/**
 * Below the cap of one transaction on today's networks (2^24, EIP-7825). It bounds the size as well: the cheapest
 * bytes are those of bids, and a batch full of them stays below the 128 KiB that nodes accept.
 */
const BATCH_MAX_GAS = 16_000_000n

function gasOf({ kind, payload }: Operation): bigint {
  switch (kind) {
    case 'record_bids':
      return GAS[kind] + BID_GAS * BigInt(payload.bids.length)
    case 'release_bids':
      return GAS[kind] + RELEASE_GAS * BigInt(payload.references.length)
    default:
      return GAS[kind]
  }
}

/** Takes from the front as many operations as one transaction can carry, with their gas limit. */
export function fillBatch(operations: Operation[]): { batch: Operation[]; gas: bigint } {
  const batch: Operation[] = []
  let gas = BATCH_BASE_GAS
  for (const operation of operations) {
    const more = gasOf(operation)
    if (batch.length > 0 && gas + more > BATCH_MAX_GAS) break
    batch.push(operation)
    gas += more
  }
  return { batch, gas }
}

/** An operation that failed in a batch, perhaps for lack of gas, gets all there is when it is retried alone. */
export const GAS_ALONE = BATCH_MAX_GAS

/** The calldata of one `TuneDesk.run` that carries out `operations`. `now` is in Unix seconds. */
export function encodeBatch(
  contracts: Contracts,
  operations: Operation[],
  now: number,
  unlockSeconds: number,
): Hex {
  return encodeFunctionData({
    abi: TuneDesk.abi,
    functionName: 'run',
    args: [
      concatHex(
        operations.map((operation) => {
          const calls = packCalls(encodeOperation(contracts, operation, now + unlockSeconds))
          return encodePacked(['uint64', 'uint32', 'bytes'], [BigInt(operation.id), size(calls), calls])
        }),
      ),
    ],
  })
}

/** Calls as `TuneDesk.perform` takes them. */
function packCalls(calls: Call[]): Hex {
  return concatHex(
    calls.map(({ target, data }) => encodePacked(['address', 'uint32', 'bytes'], [target, size(data), data])),
  )
}

/** `unlockBy`: a sold unit is first recorded with the end its holder would have if it were minted this instant. */
function encodeOperation(contracts: Contracts, { kind, payload }: Operation, unlockBy: number): Call[] {
  switch (kind) {
    case 'deploy_edition':
      return [createEdition(contracts, payload)]
    case 'credit_balance':
    case 'debit_balance':
      return [changeBalance(contracts, kind === 'credit_balance' ? 'credit' : 'debit', payload)]
    case 'sell_unit':
      return [
        assignUnit(payload, unlockBy),
        ...payload.shares.map((share) =>
          moveBalance(contracts, payload.payer ?? payload.wallet, share.wallet, share.amount),
        ),
        writeSale(contracts, payload),
      ]
    case 'return_sale':
      return [
        ...payload.shares.map((share) =>
          moveBalance(contracts, share.wallet, payload.payer ?? payload.wallet, share.amount),
        ),
        setUser(payload),
      ]
    case 'record_play':
      return [setUser(payload), writePlay(contracts, payload)]
    case 'record_bids':
      return [writeBids(contracts, payload), anchor(contracts, payload)]
    case 'release_bids':
      return [writeReleases(contracts, payload), anchor(contracts, payload)]
    case 'anchor_log':
      return [anchor(contracts, payload)]
  }
}

function createEdition({ factory }: Contracts, project: ChainPayload['deploy_edition']): Call {
  const facts = {
    supply: project.supply,
    royaltyReceiver: address(project.royaltyReceiver),
    name: project.name,
    symbol: project.symbol,
    baseURI: project.baseURI,
    contractURI: project.contractURI,
  }
  const args = [bytes16(project.projectUid), facts] as const
  return { target: factory, data: encodeFunctionData({ abi: TuneFactory.abi, functionName: 'create', args }) }
}

function assignUnit({ edition, wallet, unit }: ChainPayload['sell_unit'], expires: number): Call {
  const args = [address(wallet), BigInt(unit), BigInt(expires)] as const
  return {
    target: address(edition),
    data: encodeFunctionData({ abi: TuneEdition.abi, functionName: 'assign', args }),
  }
}

function setUser({
  edition,
  unit,
  wallet,
  expires,
}: Pick<ChainPayload['record_play'], 'edition' | 'unit' | 'wallet' | 'expires'>): Call {
  const args = [BigInt(unit), address(wallet), BigInt(expires)] as const
  return {
    target: address(edition),
    data: encodeFunctionData({ abi: TuneEdition.abi, functionName: 'setUser', args }),
  }
}

function changeBalance(
  { balance }: Contracts,
  functionName: 'credit' | 'debit',
  { wallet, amount }: ChainPayload['credit_balance'],
): Call {
  const args = [address(wallet), BigInt(amount)] as const
  return { target: balance, data: encodeFunctionData({ abi: TuneBalance.abi, functionName, args }) }
}

function moveBalance({ balance }: Contracts, from: string, to: string, centavos: number): Call {
  const args = [address(from), address(to), BigInt(centavos)] as const
  return { target: balance, data: encodeFunctionData({ abi: TuneBalance.abi, functionName: 'move', args }) }
}

function writeSale({ book }: Contracts, sale: ChainPayload['sell_unit']): Call {
  const { edition, unit, wallet, amount, reference } = sale
  const args = [address(edition), BigInt(unit), address(wallet), BigInt(amount), bytes16(reference)] as const
  return { target: book, data: encodeFunctionData({ abi: TuneBook.abi, functionName: 'sold', args }) }
}

function writePlay({ book }: Contracts, play: ChainPayload['record_play']): Call {
  const { edition, unit, wallet, expires, reference } = play
  const args = [address(edition), BigInt(unit), address(wallet), BigInt(expires), bytes16(reference)] as const
  return { target: book, data: encodeFunctionData({ abi: TuneBook.abi, functionName: 'played', args }) }
}

function writeBids({ book }: Contracts, { edition, bids }: ChainPayload['record_bids']): Call {
  const args = [address(edition), packBids(bids)] as const
  return { target: book, data: encodeFunctionData({ abi: TuneBook.abi, functionName: 'bided', args }) }
}

function writeReleases({ book }: Contracts, { edition, references }: ChainPayload['release_bids']): Call {
  const args = [address(edition), concatHex(references.map(bytes16))] as const
  return { target: book, data: encodeFunctionData({ abi: TuneBook.abi, functionName: 'released', args }) }
}

function anchor({ book }: Contracts, { edition, log }: ChainPayload['anchor_log']): Call {
  const args = [address(edition), BigInt(log.length), `0x${log.head}`] as const
  return { target: book, data: encodeFunctionData({ abi: TuneBook.abi, functionName: 'anchored', args }) }
}

function packBids(bids: ChainPayload['record_bids']['bids']): Hex {
  return concatHex(
    bids.map((bid) =>
      encodePacked(
        ['address', 'uint64', 'bytes16'],
        [address(bid.wallet), BigInt(bid.amount), bytes16(bid.reference)],
      ),
    ),
  )
}

/** In lower case an address has no checksum that could be wrong and block the sender. */
function address(text: string): Hex {
  return text.toLowerCase() as Hex
}

/** A uid in the chain's encoding. */
export function bytes16(uid: string): Hex {
  return `0x${uid.replaceAll('-', '')}`
}
