/** The explorer's calls to the node. Each is bounded, so that no page can make the node read its whole chain. */
import {
  BaseError,
  type Block,
  BlockNotFoundError,
  createPublicClient,
  formatLog,
  type Hex,
  HttpRequestError,
  http,
  type Log,
  numberToHex,
  type PublicClient,
  pad,
  parseAbi,
  RpcRequestError,
  TimeoutError,
  type Transaction,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem'

const NODE_TIMEOUT_MS = 5000
const LATEST_TRANSACTIONS = 25
const BLOCKS_AT_ONCE = 10
const LATEST_BLOCKS = 60
/** How far back an address's events are searched; public nodes allow little more. */
const EVENT_BLOCKS = 5000n
const EVENTS_SHOWN = 50

const NAMED = parseAbi(['function name() view returns (string)', 'function symbol() view returns (string)'])

type FullBlock = Block<bigint, true, 'latest'>
export type Listed = { transaction: Transaction; timestamp: bigint }

export class Chain {
  private readonly client: PublicClient

  constructor(rpcUrl: string) {
    this.client = createPublicClient({
      transport: http(rpcUrl, { retryCount: 0, timeout: NODE_TIMEOUT_MS }),
      // A cached height would hide what has happened since.
      cacheTime: 0,
    })
  }

  /** The chain's id, its newest block's number, and the latest transactions, newest first. */
  async latest(): Promise<{ chainId: number; height: bigint; transactions: Listed[] }> {
    const [chainId, height] = await Promise.all([this.client.getChainId(), this.client.getBlockNumber()])
    const transactions: Listed[] = []
    const lowest = height > BigInt(LATEST_BLOCKS) ? height - BigInt(LATEST_BLOCKS) : 0n
    for (
      let top = height;
      top >= lowest && transactions.length < LATEST_TRANSACTIONS;
      top -= BigInt(BLOCKS_AT_ONCE)
    ) {
      const numbers = Array.from({ length: BLOCKS_AT_ONCE }, (_, index) => top - BigInt(index)).filter(
        (n) => n >= lowest,
      )
      for (const block of await Promise.all(numbers.map((number) => this.block(number)))) {
        const newestFirst = block?.transactions.toReversed() ?? []
        transactions.push(
          ...newestFirst.map((transaction) => ({ transaction, timestamp: block?.timestamp ?? 0n })),
        )
      }
    }
    return { chainId, height, transactions: transactions.slice(0, LATEST_TRANSACTIONS) }
  }

  private block(blockNumber: bigint): Promise<FullBlock | undefined> {
    return orNone(this.client.getBlock({ blockNumber, includeTransactions: true }))
  }

  /** The transaction with its receipt and the time of its block, which are undefined while it waits. */
  async transaction(hash: Hex) {
    const transaction = await orNone(this.client.getTransaction({ hash }))
    if (transaction === undefined) return undefined
    const receipt = await orNone(this.client.getTransactionReceipt({ hash }))
    const block = receipt && (await orNone(this.client.getBlock({ blockNumber: receipt.blockNumber })))
    return { transaction, receipt, timestamp: block?.timestamp }
  }

  /** An account or a contract: the name and symbol where it has them, and its recent events, newest first. */
  async address(address: Hex) {
    const [code, balance, sent, height] = await Promise.all([
      this.client.getCode({ address }),
      this.client.getBalance({ address }),
      this.client.getTransactionCount({ address }),
      this.client.getBlockNumber(),
    ])
    const read = (functionName: 'name' | 'symbol') =>
      code ? orNone(this.client.readContract({ address, abi: NAMED, functionName })) : undefined
    const [name, symbol, events] = await Promise.all([
      read('name'),
      read('symbol'),
      this.events(address, height),
    ])
    return { code, balance, sent, name, symbol, events }
  }

  /** Events that `address` emitted, and those of others that mention it. */
  private async events(address: Hex, height: bigint): Promise<Log[]> {
    const range = {
      fromBlock: numberToHex(height > EVENT_BLOCKS ? height - EVENT_BLOCKS : 0n),
      toBlock: numberToHex(height),
    }
    const topic = pad(address.toLowerCase() as Hex, { size: 32 })
    const places: (Hex | null)[][] = [
      [null, topic],
      [null, null, topic],
      [null, null, null, topic],
    ]
    const answers = await Promise.all([
      this.client.request({ method: 'eth_getLogs', params: [{ ...range, address }] }),
      ...places.map((topics) =>
        this.client.request({ method: 'eth_getLogs', params: [{ ...range, topics }] }),
      ),
    ])
    // An event may name one address twice.
    const unique = new Map(
      answers.flat().map((log) => [`${log.blockNumber}:${log.logIndex}`, formatLog(log)]),
    )
    const newestFirst = (one: Log, other: Log) =>
      Number((other.blockNumber ?? 0n) - (one.blockNumber ?? 0n)) ||
      (other.logIndex ?? 0) - (one.logIndex ?? 0)
    return [...unique.values()].sort(newestFirst).slice(0, EVENTS_SHOWN)
  }
}

/** The node did not answer, or refused. */
export function isNodeFault(fault: unknown): fault is BaseError {
  return (
    fault instanceof BaseError &&
    fault.walk(
      (cause) =>
        cause instanceof HttpRequestError ||
        cause instanceof TimeoutError ||
        cause instanceof RpcRequestError,
    ) !== null
  )
}

/** Undefined where the node answers that there is no such thing; a node that does not answer is another matter. */
async function orNone<T>(question: Promise<T>): Promise<T | undefined> {
  try {
    return await question
  } catch (fault) {
    const none =
      fault instanceof BlockNotFoundError ||
      fault instanceof TransactionNotFoundError ||
      fault instanceof TransactionReceiptNotFoundError ||
      // A contract without the called function.
      (fault instanceof BaseError && fault.name === 'ContractFunctionExecutionError' && !isUnreachable(fault))
    if (none) return undefined
    throw fault
  }
}

function isUnreachable(fault: BaseError): boolean {
  return fault.walk((cause) => cause instanceof HttpRequestError || cause instanceof TimeoutError) !== null
}
