/**
 * Looks at what nobody reports: the views that must be empty, the key that pays for gas, the certificates that
 * we show, what outside services refuse. It reads whole tables, hourly, and changes nothing but its own findings.
 */
import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { ok, type Result } from '#domain/result.ts'
import { CERTIFICATE_DAYS, GAS_OF_A_SALE, LEAST_SALES, type TroubleKind } from '#domain/trouble.ts'
import type { ServerContext } from '../../context.ts'
import { PixRefusesUs } from '../../platform/adapters/pix-caller.ts'
import { type Actor, audit } from '../../platform/audit.ts'
import { parseRows } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact, withRetries } from '../../platform/db/transact.ts'
import { readOutsideFaults } from '../../platform/outside-faults.ts'
import { enqueueJob } from '../outbox.ts'
import { offBy } from './off-by.ts'

type Context = Pick<ServerContext, 'sql' | 'env' | 'log' | 'pix'>
type Found = { kind: TroubleKind; name: string; detail: string; off_by: number }

const DAY_MS = 86_400_000
/** With this many the cause is one, and more rows tell nothing new. */
const MOST = 200
/** As much as a row holds. */
const MOST_DETAIL = 500
/** How long the views may take: as long as the hourly figures. */
const STATEMENT_MS = 300_000

/** Two requests at once make one look. */
export function requestLook(sql: Sql, by: Actor): Promise<Result<null>> {
  return transact(sql, async (tx) => {
    await enqueueJob(tx, 'look-around', {}, { jobKey: 'look-around' })
    await audit(tx, by, { action: 'trouble.look', subject: 'ledger' })
    return ok(null)
  })
}

export async function lookAround(ctx: Context, now: Date = new Date()): Promise<void> {
  const outside = [
    ...(await lookAtGas(ctx)),
    ...(await lookAtCertificates(ctx.env, now)),
    ...(await lookAtPix(ctx)),
  ]
  const found = await withRetries(ctx.sql, async (tx) => {
    await tx`select set_config('statement_timeout', ${String(STATEMENT_MS)}, true)`
    // Read and written in one turn: an earlier look that ends later would put what it saw in the place of what is.
    await tx`select pg_advisory_xact_lock(hashtext('look-around'))`
    const books = await lookAtBooks(tx)
    const all = [...books, ...(await readOutsideFaults(tx)), ...outside]
    await record(tx, all, { isWhole: books.length < MOST })
    return all
  })
  if (found.length > 0) ctx.log.error({ found }, 'the look around found something amiss')
}

async function lookAtBooks(tx: Tx): Promise<Found[]> {
  const rows = parseRows(
    v.object({ name: v.string(), detail: v.nullable(v.string()) }),
    // What is stuck on its way out has a list of its own.
    await tx`
      select fault as name, detail from (
        select fault, detail from ledger.faults
        union all select fault, detail from ledger.withdrawal_faults
        union all select fault, detail from ledger.return_faults
        union all select fault, detail from ledger.payout_faults
        union all select fault, detail from ledger.share_faults
        union all select fault, detail from ledger.unmatched_faults
        union all select fault, detail from market.faults
        union all select fault, detail from chain.faults
      ) faults order by fault, detail limit ${MOST}`,
  ).map(({ name, detail }) => ({ name, detail: detail ?? '' }))
  const off = await offBy(tx, rows)
  return rows.map((row, index) => ({ kind: 'fault', ...row, off_by: off[index] ?? 0 }))
}

/** What pays for fewer sales than a day may bring; a node that does not answer is told of elsewhere. */
async function lookAtGas({ env, log }: Context): Promise<Found[]> {
  try {
    const { createReader } = await import('../../platform/chain/client.ts')
    const { openOperator } = await import('../../platform/keys/open-operator.ts')
    const { address } = await openOperator(env)
    const node = createReader(env)
    const [balance, price] = await Promise.all([node.getBalance({ address }), node.getGasPrice()])
    const sales = balance / (GAS_OF_A_SALE * (price || 1n))
    return sales < LEAST_SALES ? [{ kind: 'gas', name: 'gas', detail: address, off_by: 0 }] : []
  } catch (fault) {
    log.warn({ err: fault }, 'the key that pays for gas could not be looked at')
    return []
  }
}

async function lookAtCertificates(env: Context['env'], now: Date): Promise<Found[]> {
  const files = [
    ['pix', env.PIX_CLIENT_CERT],
    ['nfse', env.NFSE_INVOICES.length > 0 ? env.NFSE_CLIENT_CERT : undefined],
  ] as const
  const found = await Promise.all(
    files.map(([name, file]) => (file ? lookAtCertificate(name, file, now) : [])),
  )
  return found.flat()
}

async function lookAtCertificate(name: 'pix' | 'nfse', file: string, now: Date): Promise<Found[]> {
  const found = (what: string, detail: string): Found[] => [
    { kind: 'certificate', name: what, detail, off_by: 0 },
  ]
  try {
    const { validToDate } = new X509Certificate(await readFile(file))
    if (validToDate.getTime() - now.getTime() > CERTIFICATE_DAYS * DAY_MS) return []
    return found(name, validToDate.toISOString())
  } catch {
    return found(`${name}_unreadable`, file.slice(-MOST_DETAIL))
  }
}

/** By a call that changes nothing; a provider that does not answer is told of elsewhere. */
async function lookAtPix({ pix, log }: Context): Promise<Found[]> {
  try {
    await pix.registeredWebhook()
    return []
  } catch (fault) {
    if (fault instanceof PixRefusesUs)
      return [{ kind: 'credentials', name: 'pix_login', detail: '', off_by: 0 }]
    log.warn({ err: fault }, 'the PIX provider could not be asked whether it lets us in')
    return []
  }
}

/**
 * What is found again keeps its row and its note; what is not is gone, and would be new if it came back. Of a list that is not
 * whole nobody knows whether what it lacks is gone.
 */
async function record(tx: Tx, found: readonly Found[], { isWhole }: { isWhole: boolean }): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext('look-around'))`
  const rows = JSON.stringify(found)
  await tx`
    with found as (
      select * from jsonb_to_recordset(${rows}::text::jsonb) as found (kind text, name text, detail text, off_by bigint)
    )
    update private.troubles set gone_at = clock_timestamp()
    where gone_at is null and (kind <> 'fault' or ${isWhole}) and (kind, name, detail, off_by) not in (select kind, name, detail, off_by from found)`
  await tx`
    insert into private.troubles (kind, name, detail, off_by)
    select distinct kind, name, detail, off_by
    from jsonb_to_recordset(${rows}::text::jsonb) as found (kind text, name text, detail text, off_by bigint)
    on conflict do nothing`
  await tx`
    insert into private.looks (looked_at) values (clock_timestamp())
    on conflict (singleton) do update set looked_at = excluded.looked_at`
}
