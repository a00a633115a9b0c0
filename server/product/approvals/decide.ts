/**
 * How administrators decide: who may, how many approvals are missing, and what a second, late or repeated decision
 * does. Repeating a decision changes nothing; contradicting it is refused, so of racing decisions one counts.
 */
import * as v from 'valibot'
import type { Refusal } from '#domain/refusal.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { mayBecome, type Transitions } from '#domain/transitions.ts'
import { type Actor, audit } from '../../platform/audit.ts'
import { count, parseSoleRow } from '../../platform/db/rows.ts'
import type { Tx } from '../../platform/db/sql.ts'

/** A table of approvals: one row per decision (the column `of`) and administrator. */
export type ApprovalsTable = { table: string; of: string }

type HasStatus<Status extends string> = { id: number; uid: string; status: Status }

/** Rows of `table`, whose status moves one step at a time; each step returns what `read` reads afterwards. */
export type Steps<Status extends string, Row extends HasStatus<Status>, Wire> = {
  table: string
  transitions: Transitions<Status>
  /** The row, locked until the transaction ends; undefined where there is none. */
  lock: (tx: Tx, uid: string) => Promise<Row | undefined>
  read: (tx: Tx, uid: string) => Promise<Wire>
  refusals: { unknown: Refusal; decided: Refusal }
}

type Approvable<Status extends string> = HasStatus<Status> & { amount: number }

/** Those that take one approval or, above a limit, two. */
export type Approval<Status extends string, Row extends Approvable<Status>, Wire> = Steps<
  Status,
  Row,
  Wire
> & {
  approvals: ApprovalsTable
  /** The status that approval leads to, and those that only follow from it. */
  approved: readonly [Status, ...Status[]]
  refusals: { own: Refusal }
  /** Nobody approves what is about their own money. */
  isOwn: (row: Row, by: Actor, tx: Tx) => boolean | Promise<boolean>
  /** Other obstacles to approval. */
  obstacle?: (tx: Tx, row: Row) => Promise<Refusal | null>
  /** Writes a decision into the audit trail. */
  note: (tx: Tx, by: Actor, row: Row, entry: Entry) => Promise<void>
}

/** A step: an approval, the last of how many and to which status, or a rejection with its reason. */
type Entry =
  | { action: 'approve'; status: string; approvals: number }
  | { action: 'reject'; reason: string | undefined }

/** The rest of a step, in its transaction. `endedAt` is null where it is not the last. */
type CarryOut<Row> = (row: Row, endedAt: Date | null) => Promise<Result<unknown>>
/** What is stored with the status. */
type Details = {
  reason?: string
  rejection?: string
  rejected_by?: string
  end_to_end_id?: string | null
  outcome?: string
  reference?: string | null
}

type Approving<Row> = { by: Actor; due: (row: Row) => number | Promise<number>; details?: Details }

const TWO = 2

/** How many approvals `amount` centavos take where one is enough up to `aloneUpTo`. */
export const approvalsRequired = (amount: number, aloneUpTo: number): 1 | 2 => (amount > aloneUpTo ? TWO : 1)

/** The audit entries about `thing`: under its own uid, unless `name` says where it is filed and by which name. */
export function auditAs<Row extends Approvable<string>>(
  thing: 'withdrawal' | 'payout' | 'refund' | 'write-off',
  name: (row: Row) => { subject: string; named: object } = ({ uid }) => ({ subject: uid, named: {} }),
) {
  return (tx: Tx, by: Actor, row: Row, entry: Entry): Promise<void> => {
    const { subject, named } = name(row)
    const { status, amount } = row
    const [before, after] =
      entry.action === 'approve'
        ? [{ approvals: entry.approvals - 1 }, { status: entry.status, approvals: entry.approvals }]
        : [{}, { status: 'rejected', reason: entry.reason }]
    return audit(tx, by, {
      action: `${thing}.${entry.action}`,
      subject,
      before: { ...named, status, ...before },
      after: { ...named, ...after, amount },
    })
  }
}

/**
 * One administrator's approval; `carryOut` follows the last one required. `due` is how many are required, `details`
 * what is stored with the last.
 */
export async function approve<Status extends string, Row extends Approvable<Status>, Wire>(
  tx: Tx,
  of: Approval<Status, Row, Wire>,
  uid: string,
  { by, due, details = {} }: Approving<Row>,
  carryOut: CarryOut<Row>,
): Promise<Result<Wire>> {
  const row = await of.lock(tx, uid)
  if (!row) return refuse(of.refusals.unknown)
  if (of.approved.includes(row.status)) return ok(await of.read(tx, uid))
  if (!mayBecome(of.transitions, row.status, of.approved[0])) return refuse(of.refusals.decided)
  if (await of.isOwn(row, by, tx)) return refuse(of.refusals.own)
  const obstacle = await of.obstacle?.(tx, row)
  if (obstacle) return refuse(obstacle)
  const { isNew, approvals } = await addApproval(tx, of.approvals, row.id, by)
  // Nobody is two people by asking twice; but approvals that count again are carried out by whoever gave one.
  const isEnough = approvals >= (isNew ? await due(row) : TWO)
  if (!isNew && !isEnough) return refuse('second_person_due')
  const status = isEnough ? of.approved[0] : row.status
  await of.note(tx, by, row, { action: 'approve', status, approvals })
  if (isEnough) await leaveOutVoid(tx, of.approvals, row)
  return isEnough ? take(tx, of, row, status, details, carryOut) : ok(await of.read(tx, uid))
}

/** One administrator's rejection, with its reason where one is given; `details` is what is stored with it. */
export function reject<Status extends string, Row extends Approvable<Status>, Wire>(
  tx: Tx,
  of: Approval<Status, Row, Wire>,
  uid: string,
  { by, reason, details = reason ? { reason } : {} }: { by: Actor; reason?: string; details?: Details },
  undo: CarryOut<Row> = async () => ok(null),
): Promise<Result<Wire>> {
  return step(tx, of, uid, 'rejected' as Status, details, async (row, endedAt) => {
    await of.note(tx, by, row, { action: 'reject', reason })
    return undo(row, endedAt)
  })
}

/** One step, taken once. */
export async function step<Status extends string, Row extends HasStatus<Status>, Wire>(
  tx: Tx,
  of: Steps<Status, Row, Wire>,
  uid: string,
  becomes: Status,
  details: Details,
  carryOut: CarryOut<Row>,
): Promise<Result<Wire>> {
  const row = await of.lock(tx, uid)
  if (!row) return refuse(of.refusals.unknown)
  if (row.status === becomes) return ok(await of.read(tx, uid))
  if (!mayBecome(of.transitions, row.status, becomes)) return refuse(of.refusals.decided)
  return take(tx, of, row, becomes, details, carryOut)
}

async function take<Status extends string, Row extends HasStatus<Status>, Wire>(
  tx: Tx,
  of: Steps<Status, Row, Wire>,
  row: Row,
  status: Status,
  details: Details,
  carryOut: CarryOut<Row>,
): Promise<Result<Wire>> {
  const isOver = of.transitions[status].length === 0
  const taken = parseSoleRow(
    v.object({ endedAt: v.nullable(v.date()) }),
    await tx`
      update ${tx(of.table)}
      set ${tx({ status, ...details })}, ended_at = ${isOver ? tx`clock_timestamp()` : null}
      where id = ${row.id}
      returning ended_at as "endedAt"`,
  )
  const carried = await carryOut(row, taken.endedAt)
  return carried.ok ? ok(await of.read(tx, row.uid)) : carried
}

/** How many have approved including this one, as far as they still may. `isNew` is false for somebody who has already. */
async function addApproval(
  tx: Tx,
  { table, of }: ApprovalsTable,
  id: number,
  by: Actor,
): Promise<{ isNew: boolean; approvals: number }> {
  const added = await tx`
    insert into ${tx(table)} (${tx(of)}, admin_id) values (${id}, ${by.uid})
    on conflict do nothing`
  const given = parseSoleRow(
    v.object({ approvals: count }),
    await tx`
      select count(*) as approvals from ${tx(table)} where ${tx(of)} = ${id} and private.approves_money(admin_id)`,
  )
  return { isNew: added.count > 0, approvals: given.approvals }
}

/** Whoever no longer approves is none of those who approved it. */
async function leaveOutVoid(tx: Tx, { table, of }: ApprovalsTable, row: { id: number; uid: string }) {
  await tx`
    insert into private.void_approvals (subject, admin_id)
    select ${row.uid}, admin_id from ${tx(table)} where ${tx(of)} = ${row.id} and not private.approves_money(admin_id)`
}

/** Whether `by` has approved. */
export async function hasApproved(
  tx: Tx,
  { table, approvals }: { table: string; approvals: ApprovalsTable },
  uid: string,
  by: Actor,
): Promise<boolean> {
  const own = await tx`
    select from ${tx(table)} subject
    join ${tx(approvals.table)} approval on approval.${tx(approvals.of)} = subject.id
    where subject.uid = ${uid} and admin_id = ${by.uid}`
  return own.length > 0
}
