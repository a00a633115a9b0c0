/**
 * How administrators decide: who may, whose word is still due, and what a second, late or repeated word does. Deciding
 * the same again changes nothing; deciding otherwise is refused, so of decisions that race one counts.
 */
import type { Refusal } from '#domain/refusal.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { mayBecome, type Transitions } from '#domain/transitions.ts'
import { type Administrator, audit } from '../../platform/audit.ts'
import type { Tx } from '../../platform/db/sql.ts'

/** A table of words given: one row for a decision (the column `of`) and an administrator. */
export type ApprovalsTable = { table: string; of: string }

type Stepping<Status extends string> = { id: number; uid: string; status: Status }

/** Rows of `table`, whose status moves one step at a time; each is answered as `read` reads it afterwards. */
export type Steps<Status extends string, Row extends Stepping<Status>, Wire> = {
  table: string
  transitions: Transitions<Status>
  /** As it stands, locked until the transaction ends; undefined where there is none. */
  lock: (tx: Tx, uid: string) => Promise<Row | undefined>
  read: (tx: Tx, uid: string) => Promise<Wire>
  refusals: { unknown: Refusal; decided: Refusal }
}

type Approvable<Status extends string> = Stepping<Status> & { amount: number }

/** Those that take the word of one administrator or, above a limit, of two. */
export type Approval<Status extends string, Row extends Approvable<Status>, Wire> = Steps<
  Status,
  Row,
  Wire
> & {
  thing: 'withdrawal' | 'payout' | 'refund' | 'write-off'
  approvals: ApprovalsTable
  /** The status that agreeing leads to, and those that only follow from it. */
  agreed: readonly [Status, ...Status[]]
  refusals: { own: Refusal }
  /** Nobody agrees to what is about their own money. */
  isOwn: (row: Row, by: Administrator, tx: Tx) => boolean | Promise<boolean>
  /** What else stands in the way of agreeing. */
  hindrance?: (tx: Tx, row: Row) => Promise<Refusal | null>
  /** Centavos that are judged together, so that small parts of much are no way around. */
  weigh: (tx: Tx, row: Row) => number | Promise<number>
  /** Where the audit trail tells it, and what names it there; under its own uid unless said. */
  trail?: (row: Row) => { subject: string; named: object }
}

/** What belongs to a step, in its transaction. `endedAt` is null where it is not the last. */
type CarryOut<Row> = (row: Row, endedAt: Date | null) => Promise<Result<unknown>>
/** What is written down beside the status. */
type Details = { reason?: string; end_to_end_id?: string | null }

/** How many have to agree to `amount` centavos where one alone decides up to `aloneUpTo`. */
export const peopleDue = (amount: number, aloneUpTo: number): 1 | 2 => (amount > aloneUpTo ? 2 : 1)

/** One administrator's word; `carryOut` follows the last that is due. */
export async function approve<Status extends string, Row extends Approvable<Status>, Wire>(
  tx: Tx,
  of: Approval<Status, Row, Wire>,
  uid: string,
  { by, aloneUpTo }: { by: Administrator; aloneUpTo: number },
  carryOut: CarryOut<Row>,
): Promise<Result<Wire>> {
  const row = await of.lock(tx, uid)
  if (!row) return refuse(of.refusals.unknown)
  if (of.agreed.includes(row.status)) return ok(await of.read(tx, uid))
  if (!mayBecome(of.transitions, row.status, of.agreed[0])) return refuse(of.refusals.decided)
  if (await of.isOwn(row, by, tx)) return refuse(of.refusals.own)
  const hindrance = await of.hindrance?.(tx, row)
  if (hindrance) return refuse(hindrance)
  const words = await giveWord(tx, of.approvals, row.id, by)
  if (!words.ok) return words
  const approvals = words.value
  const isEnough = approvals >= peopleDue(await of.weigh(tx, row), aloneUpTo)
  const status = isEnough ? of.agreed[0] : row.status
  const { subject, named } = of.trail?.(row) ?? { subject: uid, named: {} }
  await audit(tx, by, {
    action: `${of.thing}.approve`,
    subject,
    before: { ...named, status: row.status, approvals: approvals - 1 },
    after: { ...named, status, approvals, amount: row.amount },
  })
  return isEnough ? take(tx, of, row, status, {}, carryOut) : ok(await of.read(tx, uid))
}

/** One administrator's no, with its reason where one is told. */
export function reject<Status extends string, Row extends Approvable<Status>, Wire>(
  tx: Tx,
  of: Approval<Status, Row, Wire>,
  uid: string,
  { by, reason }: { by: Administrator; reason?: string },
  undo: CarryOut<Row> = async () => ok(null),
): Promise<Result<Wire>> {
  return step(tx, of, uid, 'rejected' as Status, reason ? { reason } : {}, async (row, endedAt) => {
    const { subject, named } = of.trail?.(row) ?? { subject: uid, named: {} }
    await audit(tx, by, {
      action: `${of.thing}.reject`,
      subject,
      before: { ...named, status: row.status },
      after: { ...named, status: 'rejected', reason, amount: row.amount },
    })
    return undo(row, endedAt)
  })
}

/** One step, taken once. */
export async function step<Status extends string, Row extends Stepping<Status>, Wire>(
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

async function take<Status extends string, Row extends Stepping<Status>, Wire>(
  tx: Tx,
  of: Steps<Status, Row, Wire>,
  row: Row,
  status: Status,
  details: Details,
  carryOut: CarryOut<Row>,
): Promise<Result<Wire>> {
  const isOver = of.transitions[status].length === 0
  const [taken] = await tx<[{ endedAt: Date | null }]>`
    update ${tx(of.table)}
    set ${tx({ status, ...details })}, ended_at = ${isOver ? tx`clock_timestamp()` : null}
    where id = ${row.id}
    returning ended_at as "endedAt"`
  const carried = await carryOut(row, taken.endedAt)
  return carried.ok ? ok(await of.read(tx, row.uid)) : carried
}

/** How many have agreed with this one; refused to whoever did before. */
export async function giveWord(
  tx: Tx,
  { table, of }: ApprovalsTable,
  id: number,
  by: Administrator,
): Promise<Result<number>> {
  const added = await tx`
    insert into ${tx(table)} (${tx(of)}, admin_id) values (${id}, ${by.uid})
    on conflict do nothing`
  if (added.count === 0) return refuse('second_person_due')
  const [given] = await tx<[{ approvals: number }]>`
    select count(*) as approvals from ${tx(table)} where ${tx(of)} = ${id}`
  return ok(given.approvals)
}

/** Whether `by` is among those who agreed. */
export async function hasGivenWord(
  tx: Tx,
  { table, approvals }: { table: string; approvals: ApprovalsTable },
  uid: string,
  by: Administrator,
): Promise<boolean> {
  const words = await tx`
    select from ${tx(table)} subject
    join ${tx(approvals.table)} word on word.${tx(approvals.of)} = subject.id
    where subject.uid = ${uid} and admin_id = ${by.uid}`
  return words.length > 0
}
