/** Turns operations of the outbox into calls of our contracts. */
import { concatHex, encodeFunctionData, encodePacked, type Hex, size } from 'viem'
import { TuneBalance } from '#contracts/abi/TuneBalance.ts'
import { TuneBook } from '#contracts/abi/TuneBook.ts'
import { TuneDesk } from '#contracts/abi/TuneDesk.ts'
import { TuneEdition } from '#contracts/abi/TuneEdition.ts'
import { TuneFactory } from '#contracts/abi/TuneFactory.ts'
import type { ChainKind, ChainPayload, LogHead } from '../outbox.ts'
import type { Contracts } from './contracts.ts'

export type Operation = {
  [Kind in ChainKind]: { id: number; kind: Kind; payload: ChainPayload[Kind] }
}[ChainKind]

type Call = { target: Hex; data: Hex }

/**
 * The most gas each kind may use: about twice what it used alone, with all it touches new and cold, less the 21,000
 * of the transaction. Measured: sale 129,300 (in a batch of one edition 68,600), deposit 36,700, withdrawal 19,600,
 * play 27,100, anchor 9,800; project 92,000, more with longer texts. A returned sale is two moves of money and one of
 * access, all of them parts of a sale. A list is anchored too, and each of its entries used 3,900 (bid) or 2,100
 * (release). Limits are fixed rather than estimated: an estimate knows nothing of the batches still under way, and an
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

/** Takes from the front as many operations as one transaction can carry, with the gas they may use. */
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

/** An operation that failed in company, perhaps for lack of gas, gets all there is when it travels alone. */
export const GAS_ALONE = BATCH_MAX_GAS

/** The data of one `TuneDesk.run` that carries out `operations`. `now` is in unix seconds. */
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
  const balance = (functionName: 'credit' | 'debit', wallet: string, centavos: number): Call => ({
    target: contracts.balance,
    data: encodeFunctionData({
      abi: TuneBalance.abi,
      functionName,
      args: [address(wallet), BigInt(centavos)],
    }),
  })
  const anchor = (edition: string, log: LogHead): Call => ({
    target: contracts.book,
    data: encodeFunctionData({
      abi: TuneBook.abi,
      functionName: 'anchored',
      args: [address(edition), BigInt(log.length), `0x${log.head}`],
    }),
  })
  switch (kind) {
    case 'deploy_edition':
      return [
        {
          target: contracts.factory,
          data: encodeFunctionData({
            abi: TuneFactory.abi,
            functionName: 'create',
            args: [
              bytes16(payload.projectUid),
              {
                supply: payload.supply,
                royaltyReceiver: address(payload.royaltyReceiver),
                name: payload.name,
                symbol: payload.symbol,
                baseURI: payload.baseURI,
                contractURI: payload.contractURI,
              },
            ],
          }),
        },
      ]
    case 'credit_balance':
      return [balance('credit', payload.wallet, payload.amount)]
    case 'debit_balance':
      return [balance('debit', payload.wallet, payload.amount)]
    case 'sell_unit':
      return [
        {
          target: address(payload.edition),
          data: encodeFunctionData({
            abi: TuneEdition.abi,
            functionName: 'assign',
            args: [address(payload.wallet), BigInt(payload.unit), BigInt(unlockBy)],
          }),
        },
        ...payload.shares.map((share) => ({
          target: contracts.balance,
          data: encodeFunctionData({
            abi: TuneBalance.abi,
            functionName: 'move',
            args: [address(payload.wallet), address(share.wallet), BigInt(share.amount)],
          }),
        })),
        {
          target: contracts.book,
          data: encodeFunctionData({
            abi: TuneBook.abi,
            functionName: 'sold',
            args: [
              address(payload.edition),
              BigInt(payload.unit),
              address(payload.wallet),
              BigInt(payload.amount),
              bytes16(payload.reference),
            ],
          }),
        },
      ]
    case 'return_sale':
      return [
        ...payload.shares.map((share) => ({
          target: contracts.balance,
          data: encodeFunctionData({
            abi: TuneBalance.abi,
            functionName: 'move',
            args: [address(share.wallet), address(payload.wallet), BigInt(share.amount)],
          }),
        })),
        {
          target: address(payload.edition),
          data: encodeFunctionData({
            abi: TuneEdition.abi,
            functionName: 'setUser',
            args: [BigInt(payload.unit), address(payload.wallet), BigInt(payload.expires)],
          }),
        },
      ]
    case 'record_play':
      return [
        {
          target: address(payload.edition),
          data: encodeFunctionData({
            abi: TuneEdition.abi,
            functionName: 'setUser',
            args: [BigInt(payload.unit), address(payload.wallet), BigInt(payload.expires)],
          }),
        },
        {
          target: contracts.book,
          data: encodeFunctionData({
            abi: TuneBook.abi,
            functionName: 'played',
            args: [
              address(payload.edition),
              BigInt(payload.unit),
              address(payload.wallet),
              BigInt(payload.expires),
              bytes16(payload.reference),
            ],
          }),
        },
      ]
    case 'record_bids':
      return [
        {
          target: contracts.book,
          data: encodeFunctionData({
            abi: TuneBook.abi,
            functionName: 'bided',
            args: [address(payload.edition), packBids(payload.bids)],
          }),
        },
        anchor(payload.edition, payload.log),
      ]
    case 'release_bids':
      return [
        {
          target: contracts.book,
          data: encodeFunctionData({
            abi: TuneBook.abi,
            functionName: 'released',
            args: [address(payload.edition), concatHex(payload.references.map(bytes16))],
          }),
        },
        anchor(payload.edition, payload.log),
      ]
    case 'anchor_log':
      return [anchor(payload.edition, payload.log)]
  }
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

/** In small letters, an address has no checksum that could be wrong and hold up the lane. */
function address(text: string): Hex {
  return text.toLowerCase() as Hex
}

/** A uid as the chain carries it. */
export function bytes16(uid: string): Hex {
  return `0x${uid.replaceAll('-', '')}`
}
