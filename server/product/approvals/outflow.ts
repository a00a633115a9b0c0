/** How much one administrator may let out alone: what left in the last 24 hours counts, so nothing is split up. */
import * as v from 'valibot'
import type { Actor } from '../../platform/audit.ts'
import { centavos, parseSoleRow } from '../../platform/db/rows.ts'
import type { Fragment, Sql, Tx } from '../../platform/db/sql.ts'
import { approvalsRequired } from './decide.ts'

/** Where money goes: to a fan (their uid) or an artist (their wallet), and to which PIX key, as far as that is known. */
export type Destination = { person: string | null; pixKey?: string | null }
type Outflow = Destination & { uid: string; amount: number }

/** In a rehearsal: one person sees what it takes two to do. */
export const NO_LIMIT = Number.POSITIVE_INFINITY

/** In lists: whether this administrator's approval of `amount` centavos, of the row `uid`, takes another's. */
export function takesTwo(
  sql: Sql | Tx,
  row: { uid: Fragment; amount: Fragment; person: Fragment; pixKey: Fragment },
  { by, limit }: { by: string; limit: number },
): Fragment {
  return sql`
    ${row.amount} + private.outflow_in_a_day(${row.person}, ${row.pixKey}, ${by}, ${row.uid}) > ${limit}`
}

/**
 * What `by` may let out to this destination today without somebody else, in centavos; `limit` is that of a day. Whoever approves
 * nothing learns nothing of what left.
 */
export async function mayApproveAlone(
  sql: Sql | Tx,
  to: Destination,
  { by, limit }: { by: Actor; limit: number },
): Promise<number> {
  const { may } = parseSoleRow(
    v.object({ may: v.boolean() }),
    await sql`select private.approves_money(${by.uid}) as may`,
  )
  return may ? Math.max(0, limit - (await inADay(sql, { ...to, uid: null }, by))) : 0
}

/**
 * How many approvals an outflow takes if `by` approves it. Approvals wait for each other from here to the end of the
 * transaction, so that two at once do not overlook one another.
 */
export async function approvalsOfOutflow(
  tx: Tx,
  outflow: Outflow,
  { by, limit }: { by: Actor; limit: number },
): Promise<1 | 2> {
  await tx`select pg_advisory_xact_lock(hashtext('outflow'))`
  return approvalsRequired(outflow.amount + (await inADay(tx, outflow, by)), limit)
}

async function inADay(
  sql: Sql | Tx,
  { uid, person, pixKey = null }: Destination & { uid: string | null },
  by: Actor,
): Promise<number> {
  const day = parseSoleRow(
    v.object({ amount: centavos }),
    await sql`select private.outflow_in_a_day(${person}, ${pixKey}, ${by.uid}, ${uid}) as amount`,
  )
  return day.amount
}
