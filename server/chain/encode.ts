/** Turns operations of the outbox into calls of our contracts. */
import { encodeFunctionData, type Hex } from 'viem'
import { TuneBalance } from '#contracts/abi/TuneBalance.ts'
import { TuneBook } from '#contracts/abi/TuneBook.ts'
import { TuneDesk } from '#contracts/abi/TuneDesk.ts'
import { TuneEdition } from '#contracts/abi/TuneEdition.ts'
import { TuneFactory } from '#contracts/abi/TuneFactory.ts'
import type { ChainKind, ChainPayload } from '../outbox.ts'
import type { Contracts } from './contracts.ts'

export type Operation = {
  [Kind in ChainKind]: { id: number; kind: Kind; payload: ChainPayload[Kind] }
}[ChainKind]

type Call = { target: Hex; data: Hex }

/**
 * The most gas each kind may use, about twice what it was measured to use. Limits are fixed rather than estimated:
 * an estimate knows nothing of the batches still under way, and an operation that runs out of gas looks refused.
 */
const GAS: Record<ChainKind, bigint> = {
  deploy_edition: 600_000n,
  credit_balance: 120_000n,
  debit_balance: 100_000n,
  sell_unit: 350_000n,
  record_play: 120_000n,
}
const BATCH_BASE_GAS = 100_000n
/** Below the cap of one transaction on today's networks (2^24, EIP-7825). */
const BATCH_MAX_GAS = 16_000_000n

/** Takes from the front as many operations as one transaction can carry, with the gas they may use. */
export function fillBatch(operations: Operation[]): { batch: Operation[]; gas: bigint } {
  const batch: Operation[] = []
  let gas = BATCH_BASE_GAS
  for (const operation of operations) {
    if (batch.length > 0 && gas + GAS[operation.kind] > BATCH_MAX_GAS) break
    batch.push(operation)
    gas += GAS[operation.kind]
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
      operations.map((operation) => ({
        id: BigInt(operation.id),
        calls: encodeOperation(contracts, operation, now + unlockSeconds),
      })),
    ],
  })
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
  }
}

/** In small letters, an address has no checksum that could be wrong and hold up the lane. */
function address(text: string): Hex {
  return text.toLowerCase() as Hex
}

/** A uid as the chain carries it. */
export function bytes16(uid: string): Hex {
  return `0x${uid.replaceAll('-', '')}`
}
