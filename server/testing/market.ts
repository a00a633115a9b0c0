/**
 * A small market for tests: fans with money, projects on sale, an API to call, and the checks that must always hold.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { expect } from 'vitest'
import type { Refusal } from '#domain/refusal.ts'
import type { ServerContext } from '../context.ts'
import { type Env, readEnv } from '../env.ts'
import type { CardProcessor, ChargeOutcome } from '../platform/adapters/cards.ts'
import { createCardProcessor } from '../platform/adapters/cards.ts'
import { createInboundMails } from '../platform/adapters/inbound-mail.ts'
import { createPinning } from '../platform/adapters/pinning.ts'
import { createPixProvider } from '../platform/adapters/pix.ts'
import { createPushService } from '../platform/adapters/push.ts'
import { createServiceInvoices } from '../platform/adapters/service-invoices/service-invoices.ts'
import { createVideoHost } from '../platform/adapters/video.ts'
import { connect } from '../platform/db/sql.ts'
import { createFiles } from '../platform/files/create-files.ts'
import { createLogger } from '../platform/log.ts'
import { storePlatformWallet } from '../platform/platform-wallet.ts'
import { createProductApi } from '../product/endpoints.ts'
import { account } from '../product/ledger/ledger.ts'
import { connectBatcher } from '../product/market/batcher.ts'
import { createPurchaseBatcher } from '../product/market/buy-units.ts'
import type { PaymentWire } from '../product/market/contract.ts'
import { createBidBatcher } from '../product/market/place-bids.ts'
import { recordChainOutcome } from '../product/market/record-chain-outcome.ts'
import { settleDue } from '../product/market/settle.ts'
import { createTestDatabase } from './database.ts'
import { JWT_SECRET } from './postgres.ts'
import { withPromisedAnswers } from './promised-answers.ts'

export const TEST_ENV: Record<string, string> = {
  LOG_LEVEL: 'silent',
  WEB_PROCESSES: '1',
  JWT_SECRET,
  ADMIN_SECOND_FACTOR: 'off',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_test',
  PIX_URL: 'http://127.0.0.1:1',
  PIX_CLIENT_ID: 'tune',
  PIX_CLIENT_SECRET: 'secret',
  PIX_WEBHOOK_SECRET: 'a-secret-of-pix-webhooks',
  MAIL_REPLY_DOMAIN: 'reply.tune.test',
  MAIL_WEBHOOK_SECRET: 'a-secret-of-mail-webhooks',
  PIX_KEY: 'pix@tune.test',
  MAIL_REPORTS_SECRET: 'a-secret-of-mail-reports',
  CUSTODIAN_URL: 'http://127.0.0.1:1',
  CUSTODIAN_CLIENT: 'tune',
  CUSTODIAN_SECRET: 'secret',
  SMTP_URL: 'smtp://127.0.0.1:1',
  SMTP_TLS: 'off',
  PINNING_URL: 'http://127.0.0.1:1',
  PINNING_TOKEN: 'token',
  IPFS_GATEWAY_URL: 'http://127.0.0.1:1',
  VIDEO_EMBED_URL: 'http://127.0.0.1:1/embed/tune',
  VIDEO_TOKEN_KEY: 'a-key-of-sixteen-bytes',
  EXPLORER_URL: 'http://127.0.0.1:1',
  CHAIN_RPC_URL: 'http://127.0.0.1:1',
  CHAIN_POLL_MS: '50',
  CHAIN_OPERATOR_KEY: `0x${'11'.repeat(32)}`,
  CHAIN_OPERATOR_CLEAR: 'allowed',
  PLATFORM_WALLET: `0x${'22'.repeat(20)}`,
}

export type TestFan = { uid: string; email: string; wallet: string; token: string }
export type TestProject = { id: number; uid: string; price: number }
export type Market = Awaited<ReturnType<typeof createMarket>>

/** `charge` stands for the card processor's answer; webhooks are signed and verified for real. */
export async function createMarket(
  options: { charge?: CardProcessor['charge']; env?: Record<string, string>; adminUrl?: string } = {},
) {
  const database = await createTestDatabase({
    max: 30,
    ...(options.adminUrl && { adminUrl: options.adminUrl }),
  })
  const env: Env = readEnv({ ...TEST_ENV, DATABASE_URL: database.url, ...options.env })
  const strangerSql = connect(database.url, {
    max: 5,
    role: 'authenticator',
    adminSecondFactor: env.ADMIN_SECOND_FACTOR,
  })
  const bidsSql = connectBatcher(database.url, 'test-bids')
  const purchasesSql = connectBatcher(database.url, 'test-purchases')
  await storePlatformWallet(database.sql, env.PLATFORM_WALLET)
  const accept: CardProcessor['charge'] = async ({ paymentUid }): Promise<ChargeOutcome> => ({
    kind: 'accepted',
    intentId: `pi_${paymentUid}`,
  })
  const ctx = {
    env,
    // Vitest shows what a test prints when the test fails: the cause of a 500 is then in its output.
    log: createLogger('error', { write: (line) => console.error(line.trimEnd()) }),
    sql: database.sql,
    strangerSql,
    files: createFiles(env),
    unlessSilent: (work) => work(),
    recent: (work) => work(database.sql),
    bids: createBidBatcher(bidsSql),
    purchases: createPurchaseBatcher(purchasesSql),
    recordChainOutcome,
    cards: { ...createCardProcessor(env), charge: options.charge ?? accept },
    pix: createPixProvider(env),
    pinning: createPinning(env),
    custodian: { createWallet: async () => randomWallet(), exportKey: null },
    mailer: { send: async () => undefined },
    inboundMails: createInboundMails(env),
    push: createPushService(env),
    video: createVideoHost(env),
    serviceInvoices: createServiceInvoices(env),
    close: async () => undefined,
  } satisfies ServerContext
  const api = withPromisedAnswers(createProductApi(ctx))
  const { sql } = database

  async function newFan(balance = 0): Promise<TestFan> {
    const uid = randomUUID()
    const email = `fan-${uid}@tune.test`
    const wallet = randomWallet()
    await sql`insert into auth.users (id, email, email_confirmed_at) values (${uid}, ${email}, now())`
    await sql`
      insert into users (uid, email, nickname, full_name, tel, document, wallet, is_complete_profile)
      values (${uid}, ${email}, ${uid}, 'Ana', '+5511987650000', ${await freeCpf()}, ${wallet}, true)`
    if (balance > 0) {
      await sql`select ledger.post(${sql.json([
        {
          id: `gift:${uid}`,
          kind: 'deposit',
          debit: account.clearing,
          credit: account.available(uid),
          amount: balance,
        },
      ])})`
    }
    return { uid, email, wallet, token: await sessionToken(uid) }
  }

  async function newAdmin(balance = 0): Promise<TestFan> {
    const admin = await newFan(balance)
    await sql`update users set role = 'admin' where uid = ${admin.uid}`
    return admin
  }

  let documents = 0
  async function freeCpf(): Promise<string> {
    const base = String(100_000_000 + documents++)
    const digit = (digits: string) => {
      const sum = [...digits].reduce((all, d, i) => all + Number(d) * (digits.length + 1 - i), 0)
      return ((sum * 10) % 11) % 10
    }
    const first = `${base}${digit(base)}`
    return `${first}${digit(first)}`
  }

  async function newProject(
    facts: {
      supply?: number
      price?: number
      validPeriod?: number
      published?: boolean
      open?: boolean
    } = {},
  ): Promise<TestProject> {
    const { supply = 3, price = 2000, validPeriod = 3600, published = true, open = true } = facts
    const [row] = await sql<{ id: number; uid: string }[]>`
      insert into projects (project_name, author, thumbnail, description, video_id, symbol, fiat_price,
        total_supply, valid_period, expired_at, author_wallet, contract_address, is_active)
      values ('Maré', 'Coral', '/cover.webp', 'Uma hora', 'mare', 'MARE', ${price}, ${supply}, ${validPeriod},
        now() + ${open ? '1 day' : '-1 day'}::interval, ${randomWallet()}, ${randomWallet()}, ${published})
      returning id, uid`
    if (!row) throw new Error('no project')
    return { ...row, price }
  }

  /**
   * A project whose first lot is sold: one holder for each of `units`, whose windows end `endsIn` seconds from now
   * (0: they have just ended and wait to be settled), one second after another.
   */
  async function newAuction(
    facts: { units?: number; price?: number; endsIn?: number } = {},
  ): Promise<TestProject & { holders: TestFan[] }> {
    const { units = 1, price = 2000, endsIn = 3600 } = facts
    const project = await newProject({ supply: units, price })
    const holders: TestFan[] = []
    for (let number = 1; number <= units; number++) {
      const holder = await newFan(price)
      holders.push(holder)
      const bought = await call(holder, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })
      expect(bought.status).toBe(200)
    }
    await sql`
      update mints
      set status = 'minted', minted_at = now() - interval '1 hour',
        will_expire_at = now() + make_interval(secs => ${endsIn} + (units.number - ${units}))
      from units
      where units.mint_id = mints.id and mints.project_id = ${project.id}`
    return { ...project, holders }
  }

  /** Ends every window of a project at this instant, one microsecond apart in the order of the units. */
  async function endWindows(project: TestProject): Promise<void> {
    await sql`
      update mints set will_expire_at = now() - make_interval(secs => 1e-6 * (1000 - units.number))
      from units
      where units.id = mints.unit_id and mints.project_id = ${project.id} and status = 'minted'`
  }

  const bid = (fan: TestFan, project: TestProject, amount: number, key?: string) =>
    call(
      fan,
      '/buy-token-balance',
      { typeBuy: 'bid', UID: project.uid, amount },
      key === undefined ? {} : { 'idempotency-key': key },
    ) as Promise<{ status: number; data: { payment: PaymentWire; code: Refusal; error: string } }>

  async function settleAll(): Promise<void> {
    while ((await settleDue(sql)) > 0);
  }

  async function sessionToken(uid: string, claims: Record<string, unknown> = {}): Promise<string> {
    return new SignJWT({ role: 'authenticated', ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(uid)
      .setAudience('authenticated')
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(env.JWT_SECRET))
  }

  async function call(
    fan: { token: string } | null,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; data: never; next?: string | null }> {
    const answer = await callRaw(fan, path, body, headers)
    return { status: answer.status, ...((await answer.json()) as { data: never; next?: string | null }) }
  }

  /** The raw answer: for files, and for bodies that are not `{data}`. */
  async function callRaw(
    fan: { token: string } | null,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return api.request(path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'content-type': 'application/json',
        ...(fan ? { authorization: `Bearer ${fan.token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  }

  /** What must hold after anything at all. */
  async function expectHealthy(): Promise<void> {
    expect(await sql`select * from ledger.faults`).toEqual([])
    expect(await sql`select * from ledger.withdrawal_faults`).toEqual([])
    expect(await sql`select * from ledger.return_faults`).toEqual([])
    expect(await sql`select * from ledger.payout_faults`).toEqual([])
    expect(await sql`select * from ledger.share_faults`).toEqual([])
    expect(await sql`select * from ledger.outgoing_faults`).toEqual([])
    expect(await sql`select * from ledger.unmatched_faults`).toEqual([])
    expect(
      await sql`
      select units.id from units join mints on mints.id = units.mint_id
      where mints.status not in ('pending', 'minted')`,
    ).toEqual([])
    expect(
      await sql`
      select mints.id from mints left join units on units.mint_id = mints.id
      where mints.status in ('pending', 'minted') and units.id is null`,
    ).toEqual([])
    expect(await sql`select * from market.faults`).toEqual([])
  }

  async function balanceOf(fan: TestFan): Promise<number> {
    const [row] = await sql<{ balance: number }[]>`
      select balance from ledger.accounts where code = ${account.available(fan.uid)}`
    return row?.balance ?? 0
  }

  return {
    ctx,
    sql,
    database,
    newFan,
    newAdmin,
    newProject,
    newAuction,
    endWindows,
    bid,
    settleAll,
    sessionToken,
    call,
    callRaw,
    expectHealthy,
    balanceOf,
    async close() {
      await Promise.all([strangerSql, bidsSql, purchasesSql].map((pool) => pool.end({ timeout: 5 })))
      await database.drop()
    },
  }
}

function randomWallet(): string {
  return `0x${randomBytes(20).toString('hex')}`
}
