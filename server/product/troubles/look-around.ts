/**
 * Looks at what nobody reports: the views that must be empty, the key that pays for gas, the certificate of the PIX provider.
 * It reads whole tables, hourly, and changes nothing but its own findings.
 */
import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { ok, type Result } from '#domain/result.ts'
import { CERTIFICATE_DAYS, GAS_OF_A_SALE, LEAST_SALES, type TroubleKind } from '#domain/trouble.ts'
import type { ServerContext } from '../../context.ts'
import { type Administrator, audit } from '../../platform/audit.ts'
import { parseRows } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact, withRetries } from '../../platform/db/transact.ts'
import { enqueueJob } from '../outbox.ts'
import { offBy } from './off-by.ts'

type Context = Pick<ServerContext, 'sql' | 'env' | 'log'>
type Found = { kind: TroubleKind; name: string; detail: string; off_by: number }

const DAY_MS = 86_400_000
/** With this many the cause is one, and more rows tell nothing new. */
const MOST = 200
/** How long the views may take: as long as the hourly figures. */
const STATEMENT_MS = 300_000

/** Two requests at once make one look. */
export function requestLook(sql: Sql, by: Administrator): Promise<Result<null>> {
  return transact(sql, async (tx) => {
    await enqueueJob(tx, 'look-around', {}, { jobKey: 'look-around' })
    await audit(tx, by, { action: 'trouble.look', subject: 'ledger' })
    return ok(null)
  })
}

export async function lookAround(ctx: Context, now: Date = new Date()): Promise<void> {
  const outside = [...(await lookAtGas(ctx)), ...(await lookAtCertificate(ctx, now))]
  const found = await withRetries(ctx.sql, async (tx) => {
    await tx`select set_config('statement_timeout', ${String(STATEMENT_MS)}, true)`
    // Read and written in one turn: an earlier look that ends later would put what it saw in the place of what is.
    await tx`select pg_advisory_xact_lock(hashtext('look-around'))`
    const all = [...(await lookAtBooks(tx)), ...outside]
    await record(tx, all)
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
      ) faults limit ${MOST}`,
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

async function lookAtCertificate({ env, log }: Context, now: Date): Promise<Found[]> {
  if (!env.PIX_CLIENT_CERT) return []
  try {
    const { validToDate } = new X509Certificate(await readFile(env.PIX_CLIENT_CERT))
    if (validToDate.getTime() - now.getTime() > CERTIFICATE_DAYS * DAY_MS) return []
    return [{ kind: 'certificate', name: 'pix', detail: validToDate.toISOString(), off_by: 0 }]
  } catch (fault) {
    log.warn({ err: fault }, 'the certificate of the PIX provider could not be read')
    return []
  }
}

/** What is found again keeps its row and its note; what is not is gone, and would be new if it came back. */
async function record(tx: Tx, found: readonly Found[]): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext('look-around'))`
  const rows = JSON.stringify(found)
  await tx`
    with found as (
      select * from jsonb_to_recordset(${rows}::text::jsonb) as found (kind text, name text, detail text, off_by bigint)
    )
    update private.troubles set gone_at = clock_timestamp()
    where gone_at is null and (kind, name, detail, off_by) not in (select kind, name, detail, off_by from found)`
  await tx`
    insert into private.troubles (kind, name, detail, off_by)
    select distinct kind, name, detail, off_by
    from jsonb_to_recordset(${rows}::text::jsonb) as found (kind text, name text, detail text, off_by bigint)
    on conflict do nothing`
  await tx`
    insert into private.looks (looked_at) values (clock_timestamp())
    on conflict (singleton) do update set looked_at = excluded.looked_at`
}
