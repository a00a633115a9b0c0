import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import {
  getContract,
  type Hex,
  parseEventLogs,
  parseTransaction,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { TuneBalance } from '#contracts/abi/TuneBalance.ts'
import { TuneBook } from '#contracts/abi/TuneBook.ts'
import { TuneEdition } from '#contracts/abi/TuneEdition.ts'
import { recordChainOutcome } from '../../product/market/record-chain-outcome.ts'
import { createProject } from '../../product/projects/create-project.ts'
import { publishProject } from '../../product/projects/publish-project.ts'
import { type ChainNode, startChainNode } from '../../testing/chain-node.ts'
import { createMarket, type Market, TEST_ENV, type TestFan } from '../../testing/market.ts'
import { enqueueChain } from '../chain-operations.ts'
import { type Chain, createChain } from './client.ts'
import { findContracts } from './contracts.ts'
import { findReceipt, RECEIPT_PATIENCE_MS } from './receipts.ts'
import { recordReceipt } from './record-receipt.ts'
import { startTransactionSender, step } from './transaction-sender.ts'
import { type StoredTransaction, sign } from './transactions.ts'

const OPERATOR = privateKeyToAddress(TEST_ENV.CHAIN_OPERATOR_KEY as Hex)
let market: Market
let node: ChainNode
let chain: Chain

beforeAll(async () => {
  node = await startChainNode({ fund: OPERATOR })
  market = await createMarket({ env: { CHAIN_RPC_URL: node.url } })
  chain = await createChain(market.ctx.env)
  await drain()
})
afterEach(() => market.expectHealthy())
afterAll(async () => {
  await market.close()
  await node.kill()
})

/** A node that has mined, and does not return the receipts until told to: like one that indexes late. */
async function hideReceipts(url: string) {
  let hides = true
  let hidden = 0
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const { id, method } = JSON.parse(body)
    const isHidden = hides && method === 'eth_getTransactionReceipt'
    if (isHidden) hidden++
    const answer = isHidden
      ? JSON.stringify({ jsonrpc: '2.0', id, result: null })
      : await (
          await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
        ).text()
    response.setHeader('content-type', 'application/json').end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hidden: () => hidden,
    reveal: () => {
      hides = false
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Steps until nothing is queued or in flight. */
async function drain(): Promise<void> {
  for (let round = 0; round < 200; round++) if (!(await step(market.ctx, chain))) return
  throw new Error('the sender did not come to rest')
}

async function balanceOnChain(wallet: string): Promise<bigint> {
  const contracts = await findContracts(market.sql)
  const balance = getContract({
    address: contracts?.balance as Hex,
    abi: TuneBalance.abi,
    client: chain.node,
  })
  return balance.read.balanceOf([wallet as Hex])
}

async function credit(fan: TestFan, amount: number, reference: string = crypto.randomUUID()): Promise<void> {
  await market.sql.begin((tx) =>
    enqueueChain(tx, `credit:${reference}`, 'credit_balance', {
      wallet: fan.wallet,
      amount,
      reference,
    }),
  )
}

async function deployedProject(): Promise<{ uid: string; address: Hex }> {
  const uid = await createProject(
    market.ctx,
    {
      projectName: 'Maré Cheia',
      author: 'Coral',
      authorWallet: `0x${'33'.repeat(20)}`,
      thumbnail: '/c.webp',
      description: 'd',
      lyrics: '',
      videoId: 'mare',
      mediaUrl: '',
      symbol: 'MARE',
      fiatPrice: 2000,
      totalSupply: 3,
      validPeriod: 3600,
      expiredAt: new Date(Date.now() + 86_400_000),
      baseURI: 'ipfs://bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy',
      contractURI: 'ipfs://bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy',
      tint: null,
    },
    null,
  )
  await drain()
  const [row] = await market.sql<
    { address: Hex }[]
  >`select contract_address as address from projects where uid = ${uid}`
  expect((await publishProject(market.sql, uid, null)).ok).toBe(true)
  return { uid, address: row?.address as Hex }
}

describe('the transaction sender', () => {
  test('deploys a project, records a sale and a play, and the chain agrees with the rows', async () => {
    const project = await deployedProject()
    const fan = await market.newFan(2000)
    await credit(fan, 2000)
    expect((await market.call(fan, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })).status).toBe(
      200,
    )
    await drain()
    const [mint] = await market.sql<{ uid: string; status: string }[]>`
      select uid, status from mints where user_id = ${fan.uid}`
    expect(mint?.status).toBe('minted')
    expect(await balanceOnChain(fan.wallet)).toBe(0n)

    const played = (await market.call(fan, '/play', { UID: mint?.uid })) as { data: { willExpireAt: string } }
    await drain()
    const edition = getContract({ address: project.address, abi: TuneEdition.abi, client: chain.node })
    expect((await edition.read.userOf([1n])).toLowerCase()).toBe(fan.wallet)
    expect(Number(await edition.read.userExpires([1n])) * 1000).toBe(Date.parse(played.data.willExpireAt))
    expect(await edition.read.name()).toBe('Maré Cheia')
    expect(await market.sql`select status_song from mints where user_id = ${fan.uid}`).toEqual([
      { status_song: 'played' },
    ])
  })

  test('one refused record does not keep the others of its batch from happening', async () => {
    const [rich, poor] = [await market.newFan(), await market.newFan()]
    await credit(rich, 500)
    await market.sql.begin((tx) =>
      enqueueChain(tx, `debit:${poor.uid}`, 'debit_balance', {
        wallet: poor.wallet,
        amount: 1,
        reference: poor.uid,
      }),
    )
    await credit(rich, 11)
    await drain()
    expect(await balanceOnChain(rich.wallet)).toBe(511n)
    const [failed] = await market.sql<{ status: string; failure: string }[]>`
      select status, failure from chain.operations where key = ${`debit:${poor.uid}`}`
    expect(failed).toEqual({ status: 'failed', failure: 'InsufficientBalance()' })
  })

  test('an outcome the books cannot take is kept for the operator and stops nobody', async () => {
    const project = await deployedProject()
    const [broke, fan] = [await market.newFan(2000), await market.newFan()]
    // Nothing was credited to this wallet on the chain, so the sale is refused there and has to be undone here …
    expect(
      (await market.call(broke, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })).status,
    ).toBe(200)
    // … but its artist has already been paid out.
    await market.sql`select ledger.open_account('test:paid_out')`
    await market.sql`select ledger.post(${market.sql.json([
      {
        id: `payout:${project.uid}`,
        kind: 'test',
        debit: `project:${project.uid}:payable`,
        credit: 'test:paid_out',
        amount: 1800,
      },
    ])})`
    await credit(fan, 40)
    await drain()
    expect(await balanceOnChain(fan.wallet)).toBe(40n)
    const [kept] = await market.sql<{ status: string; failure: string }[]>`
      select status, failure from chain.operations
      where kind = 'sell_unit' and payload ->> 'wallet' = ${broke.wallet}`
    expect(kept?.status).toBe('failed')
    expect(kept?.failure).toMatch(/^not applied: .*no_overdraft/)
  })

  test('asking twice under one key records once', async () => {
    const fan = await market.newFan()
    const reference = crypto.randomUUID()
    await credit(fan, 70, reference)
    await credit(fan, 70, reference)
    await drain()
    expect(await balanceOnChain(fan.wallet)).toBe(70n)
  })

  test('killed between signing and sending: the same bytes go out after the restart, once', async () => {
    const fan = await market.newFan()
    await credit(fan, 300)
    const cut = new Proxy(chain.node, {
      get: (target, name) =>
        name === 'sendRawTransaction' ? () => Promise.reject(new Error('killed')) : Reflect.get(target, name),
    })
    await expect(step(market.ctx, { ...chain, node: cut })).rejects.toThrow('killed')
    expect(await balanceOnChain(fan.wallet)).toBe(0n)
    await drain()
    expect(await balanceOnChain(fan.wallet)).toBe(300n)
  })

  test('killed between sending and noting it: the node knows the bytes, nothing happens twice', async () => {
    const fan = await market.newFan()
    await credit(fan, 300)
    const cut = new Proxy(chain.node, {
      get: (target, name) =>
        name === 'sendRawTransaction'
          ? async (request: never) => {
              await target.sendRawTransaction(request)
              throw new Error('killed')
            }
          : Reflect.get(target, name),
    })
    await expect(step(market.ctx, { ...chain, node: cut })).rejects.toThrow('killed')
    await drain()
    expect(await balanceOnChain(fan.wallet)).toBe(300n)
  })

  test('blocks that are reorganised away are sent again', async () => {
    const fan = await market.newFan()
    const snapshot = await node.rpc('evm_snapshot')
    await credit(fan, 250)
    await drain()
    expect(await balanceOnChain(fan.wallet)).toBe(250n)
    await node.rpc('evm_revert', [snapshot])
    expect(await balanceOnChain(fan.wallet)).toBe(0n)
    await drain()
    expect(await balanceOnChain(fan.wallet)).toBe(250n)
  })

  test('a node that lost everything is given the whole history again', async () => {
    const fan = await market.newFan()
    await credit(fan, 123)
    await drain()
    await node.kill()
    await expect(step(market.ctx, chain)).rejects.toThrow()
    await node.restart()
    await drain()
    expect(await balanceOnChain(fan.wallet)).toBe(123n)
  })

  test('while the node is away work waits, and finishes once it is back', async () => {
    const fan = await market.newFan()
    const sender = await startTransactionSender(market.ctx)
    try {
      await node.kill()
      await credit(fan, 90)
      await node.restart()
      await expect.poll(() => balanceOnChain(fan.wallet).catch(() => 0n), { timeout: 20_000 }).toBe(90n)
    } finally {
      await sender.stop()
    }
  })

  test('a stuck transaction is replaced by a dearer one once a minute, however old it is', async () => {
    const fan = await market.newFan()
    await node.rpc('evm_setAutomine', [false])
    try {
      await credit(fan, 40)
      await step(market.ctx, chain)
      await market.sql`update chain.transactions set created_at = now() - interval '1 day' where status = 'signed'`
      await market.sql`update chain.transactions set priced_at = now() - interval '61 seconds' where status = 'signed'`
      for (let round = 0; round < 3; round++) {
        await market.sql`update chain.transactions set sent_at = now() - interval '6 seconds' where status = 'signed'`
        await step(market.ctx, chain)
      }
      const [stuck] = await market.sql<{ hashes: string[] }[]>`
        select hashes from chain.transactions where status = 'signed'`
      expect(stuck?.hashes).toHaveLength(2)
    } finally {
      await node.rpc('evm_setAutomine', [true])
      await node.rpc('evm_mine')
    }
    await drain()
    expect(await balanceOnChain(fan.wallet)).toBe(40n)
  })

  test('while the chain stands still the price does not run away', async () => {
    const fan = await market.newFan()
    await node.rpc('evm_setAutomine', [false])
    try {
      await credit(fan, 50)
      await step(market.ctx, chain)
      for (let minute = 0; minute < 40; minute++) {
        await market.sql`
          update chain.transactions set priced_at = now() - interval '61 seconds', sent_at = now() - interval '6 seconds'
          where status = 'signed'`
        await step(market.ctx, chain)
      }
      const [stuck] = await market.sql<{ raw: Hex }[]>`
        select raw from chain.transactions where status = 'signed'`
      const { maxFeePerGas: fees } = await chain.node.estimateFeesPerGas()
      expect(parseTransaction(stuck?.raw ?? '0x').maxFeePerGas).toBeLessThanOrEqual(4n * fees)
    } finally {
      await node.rpc('evm_setAutomine', [true])
      await node.rpc('evm_mine')
    }
    await drain()
    expect(await balanceOnChain(fan.wallet)).toBe(50n)
  })

  test('one that the node never took, because it has become too cheap, is priced anew', async () => {
    const fan = await market.newFan()
    await credit(fan, 60)
    const away = new Proxy(chain.node, {
      get: (target, name) =>
        name === 'sendRawTransaction' ? () => Promise.reject(new Error('away')) : Reflect.get(target, name),
    })
    await expect(step(market.ctx, { ...chain, node: away })).rejects.toThrow('away')
    // Fees rose while the node was away.
    await node.rpc('anvil_setNextBlockBaseFeePerGas', ['0x174876e800'])
    await node.rpc('evm_mine')
    await expect(step(market.ctx, chain)).rejects.toThrow(/fee/)
    await market.sql`update chain.transactions set priced_at = now() - interval '61 seconds' where status = 'signed'`
    await drain()
    expect(await balanceOnChain(fan.wallet)).toBe(60n)
  })

  test('an address written in odd letters holds nobody up', async () => {
    const fan = await market.newFan()
    await credit({ ...fan, wallet: '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9b' }, 5)
    await drain()
    expect(await balanceOnChain('0xab5801a7d398351b8be11c439e05c5b3259aec9b')).toBe(5n)
  })

  test('an operation that cannot be said to the chain fails alone', async () => {
    const [lost, fan] = [await market.newFan(), await market.newFan()]
    const reference = crypto.randomUUID()
    await market.sql.begin(async (tx) => {
      const payload = { wallet: null as unknown as string, amount: 700, reference }
      await enqueueChain(tx, `credit:${lost.uid}`, 'credit_balance', payload)
    })
    await credit(fan, 700)
    await drain()
    expect(await balanceOnChain(fan.wallet)).toBe(700n)
    const [operation] = await market.sql<{ status: string; failure: string }[]>`
      select status, failure from chain.operations where key = ${`credit:${lost.uid}`}`
    expect(operation?.status).toBe('failed')
    expect(operation?.failure).toMatch(/^cannot be encoded/)
  })

  test('contracts that could not be made are not taken for made', async () => {
    const [deployment] = await market.sql<StoredTransaction[]>`
      select * from chain.transactions where deploys = 'desk'`
    const receipt = { status: 'reverted', logs: [], blockNumber: 1n } as unknown as TransactionReceipt
    await expect(
      recordReceipt(market.sql, deployment as StoredTransaction, receipt, {
        record: recordChainOutcome,
        unlockSeconds: 3600,
      }),
    ).rejects.toThrow('desk')
  })

  test('a sender whose lock was cut off takes it again and goes on', async () => {
    const fan = await market.newFan()
    const holder = async () =>
      (
        await market.sql<{ pid: number }[]>`
        select pid from pg_locks where locktype = 'advisory' and objid = 7483002 and granted
          and database = (select oid from pg_database where datname = current_database())`
      )[0]?.pid
    const sender = await startTransactionSender(market.ctx)
    try {
      await expect.poll(holder).toBeTypeOf('number')
      const first = await holder()
      await market.sql`select pg_terminate_backend(${first ?? 0})`
      await expect.poll(holder, { timeout: 10_000 }).toSatisfy((pid) => pid !== undefined && pid !== first)
      await credit(fan, 60)
      await expect.poll(() => balanceOnChain(fan.wallet), { timeout: 10_000 }).toBe(60n)
    } finally {
      await sender.stop()
    }
  })

  test('kinds mixed in one batch are recorded in their order, long lists too, whatever is refused between', async () => {
    const { address: edition } = await deployedProject()
    const fan = await market.newFan()
    const bids = Array.from({ length: 1900 }, (_, index) => ({
      wallet: fan.wallet,
      amount: 2000 + index,
      reference: crypto.randomUUID(),
    }))
    const head = (digits: string) => ({ length: Number(digits), head: digits.repeat(32) })
    const references = bids.map(({ reference }) => reference)
    const key = (name: string) => `${name}:${edition}`
    const debit = { wallet: fan.wallet, amount: 1, reference: crypto.randomUUID() }
    await market.sql.begin(async (tx) => {
      await enqueueChain(tx, key('few'), 'record_bids', { edition, bids: bids.slice(0, 2), log: head('11') })
      await enqueueChain(tx, key('debit'), 'debit_balance', debit)
      await enqueueChain(tx, key('few back'), 'release_bids', {
        edition,
        references: references.slice(0, 2),
        log: head('12'),
      })
      await enqueueChain(tx, key('anchor'), 'anchor_log', { edition, log: head('13') })
      await enqueueChain(tx, key('many'), 'record_bids', { edition, bids, log: head('14') })
      await enqueueChain(tx, key('many back'), 'release_bids', { edition, references, log: head('15') })
    })
    await drain()

    const ends = await market.sql<{ key: string; status: string; hash: Hex }[]>`
      select key, operations.status, hashes[cardinality(hashes)] as hash
      from chain.operations
      join chain.transactions on transactions.id = transaction_id
      where key like ${`%:${edition}`}
      order by operations.id`
    expect(ends.map(({ status }) => status)).toEqual([
      'confirmed',
      'failed',
      'confirmed',
      'confirmed',
      'confirmed',
      'confirmed',
    ])
    expect(new Set(ends.slice(0, 4).map(({ hash }) => hash)).size).toBe(1)
    const logs = []
    for (const hash of new Set(ends.map((end) => end.hash))) {
      logs.push(...(await chain.node.getTransactionReceipt({ hash })).logs)
    }
    const told = parseEventLogs({ abi: TuneBook.abi, logs }).map(({ eventName, args }) => {
      expect((args as { edition: Hex }).edition.toLowerCase()).toBe(edition.toLowerCase())
      if (eventName === 'Bided') return `${args.bidder.toLowerCase()} ${args.centavos} ${args.ref}`
      if (eventName === 'Released') return args.ref
      return eventName === 'Anchored' ? `${args.length} ${args.head}` : eventName
    })
    const ref = (uid: string) => `0x${uid.replaceAll('-', '')}`
    const bided = bids.map((bid) => `${bid.wallet} ${bid.amount} ${ref(bid.reference)}`)
    const released = references.map(ref)
    const anchored = (digits: string) => `${digits} 0x${digits.repeat(32)}`
    expect(told).toEqual([
      ...bided.slice(0, 2),
      anchored('11'),
      ...released.slice(0, 2),
      anchored('12'),
      anchored('13'),
      ...bided,
      anchored('14'),
      ...released,
      anchored('15'),
    ])
  })

  test('hundreds of records travel in a few transactions', async () => {
    const fan = await market.newFan()
    const [before] = await market.sql<{ count: number }[]>`select count(*) from chain.transactions`
    await market.sql.begin(async (tx) => {
      for (let index = 0; index < 250; index++) {
        const reference = crypto.randomUUID()
        await enqueueChain(tx, `credit:${reference}`, 'credit_balance', {
          wallet: fan.wallet,
          amount: 1,
          reference,
        })
      }
    })
    await drain()
    expect(await balanceOnChain(fan.wallet)).toBe(250n)
    const [after] = await market.sql<{ count: number }[]>`select count(*) from chain.transactions`
    expect((after?.count ?? 0) - (before?.count ?? 0)).toBeLessThanOrEqual(4)
  })

  test('a receipt that comes later than the count of nonces is waited for, and nobody is accused', async () => {
    const proxy = await hideReceipts(node.url)
    const behind = await createChain({ ...market.ctx.env, CHAIN_RPC_URL: [proxy.url] })
    const fan = await market.newFan()
    await credit(fan, 450)
    const ended = () => market.sql`
      select status from chain.operations where kind = 'credit_balance' and payload ->> 'wallet' = ${fan.wallet}`
    for (let round = 0; proxy.hidden() < 3; round++) {
      expect(round).toBeLessThan(1000)
      await step(market.ctx, behind)
    }
    expect(await balanceOnChain(fan.wallet)).toBe(450n)
    expect(await ended()).toEqual([{ status: 'sent' }])
    proxy.reveal()
    await expect
      .poll(async () => {
        await step(market.ctx, behind)
        return (await ended())[0]?.status
      })
      .toBe('confirmed')
    await proxy.close()
  })

  test('a nonce that stays without a receipt of ours for a minute was used by somebody else', async () => {
    const asked: string[] = []
    const nobody = {
      ...chain,
      missed: new Map(),
      each: [
        {
          getTransactionReceipt: async ({ hash }: { hash: Hex }) => {
            asked.push(hash)
            throw new TransactionReceiptNotFoundError({ hash })
          },
        },
      ],
    } as unknown as Chain
    const transaction = { nonce: 7, hashes: ['0x01', '0x02'] as Hex[] }
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      let seconds = 0
      const ask = () => findReceipt(nobody, transaction)
      for (; seconds < RECEIPT_PATIENCE_MS / 1000; seconds++) {
        expect(await ask()).toBeNull()
        vi.advanceTimersByTime(1000)
      }
      // At growing intervals: about two dozen times in a minute, each for both of its hashes.
      expect(asked.length).toBeLessThan(50)
      vi.advanceTimersByTime(5000)
      await expect(ask()).rejects.toThrow('nonce 7 was used by a transaction that is not ours')
    } finally {
      vi.useRealTimers()
    }
  })

  // Last: a chain that loses these two would never accept anything after them.
  test('where the chain knows more of our key than we do, as after a restore, work goes on behind it', async () => {
    const known = await chain.node.getTransactionCount({ address: OPERATOR })
    const request = { to: OPERATOR, data: '0x' as const }
    for (const nonce of [known, known + 1]) {
      const { raw } = await sign(chain, request, nonce, 21_000n)
      await chain.node.sendRawTransaction({ serializedTransaction: raw })
    }
    const fan = await market.newFan()
    await credit(fan, 700)
    await drain()
    expect(await balanceOnChain(fan.wallet)).toBe(700n)
  })
})
