/**
 * Writes off a debt that a dispute left: requested by an administrator and, above a limit, approved by another one.
 * The platform bears it among the costs of disputes; the wallet is at zero again, and never above.
 */
import * as v from 'valibot'
import type { Refusal } from '#domain/refusal.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { WRITE_OFF_STATUSES, WRITE_OFF_TRANSITIONS, type WriteOffStatus } from '#domain/write-off.ts'
import type { ServerContext } from '../../context.ts'
import { type Actor, audit } from '../../platform/audit.ts'
import { enqueueChain } from '../../platform/chain-operations.ts'
import { centavos, parseRow, parseSoleRow, rowId } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { claimKey, storeAnswer } from '../../platform/idempotency.ts'
import {
  type Approval,
  approvalsRequired,
  approve as approveOne,
  auditAs,
  reject,
} from '../approvals/decide.ts'
import { approvalsOfOutflow, NO_LIMIT } from '../approvals/outflow.ts'
import { requestedBy } from '../approvals/requested-by.ts'
import type { WrittenWire } from '../back-office/contract.ts'
import { previewWritten } from '../back-office/read-written.ts'
import { account, lockAvailable, post } from '../ledger/ledger.ts'
import { notifyFans } from '../outbox.ts'
import type { WriteOffWire } from './wire.ts'
import { givenUpOf, readWriteOff } from './write-offs.ts'

/** The database has the last word on a race. */
const CONSTRAINTS: Readonly<Record<string, Refusal>> = {
  write_off_waits_once: 'write_off_waiting',
  write_off_within_debt: 'debt_gone',
  write_off_after_disputes: 'debt_disputed',
}

type Wanted = {
  /** Centavos, at most what is owed. */
  amount: number
  /** Kept with it. */
  reason: string
}
export type WriteOffRequest = Wanted & { key: string | null; requestHash: string }

type Context = Pick<ServerContext, 'sql' | 'env'>
const writeOffRow = v.object({
  id: rowId,
  uid: v.string(),
  fan: v.string(),
  wallet: v.nullable(v.string()),
  amount: centavos,
  reason: v.string(),
  status: v.picklist(WRITE_OFF_STATUSES),
})
type WriteOff = v.InferOutput<typeof writeOffRow>

const WRITE_OFFS: Approval<WriteOffStatus, WriteOff, WriteOffWire> = {
  table: 'private.write_offs',
  transitions: WRITE_OFF_TRANSITIONS,
  lock,
  read: readWriteOff,
  approvals: { table: 'private.write_off_approvals', of: 'write_off_id' },
  approved: ['done'],
  refusals: { unknown: 'write_off_not_found', decided: 'write_off_decided', own: 'own_debt' },
  isOwn: ({ fan }, by) => fan === by.uid,
  // What is held for a withdrawal covers the debt once that is refused or cancelled, and a dispute that is won gives back what it
  // took: nobody is given both.
  obstacle: async (tx, { fan }) => {
    if (await hasOpenDispute(tx, fan)) return 'debt_disputed'
    return (await requestedBy(tx, fan)) > 0 ? 'debt_has_withdrawals' : null
  },
  note: auditAs('write-off', ({ uid, fan }) => ({ subject: fan, named: { writeOff: uid } })),
}

/** POST /admin/users/{uid}/write-offs. */
export function requestWriteOff(
  ctx: Context,
  fan: string,
  { key, requestHash, ...wanted }: WriteOffRequest,
  by: Actor,
): Promise<Result<WriteOffWire>> {
  return transact(
    ctx.sql,
    async (tx) => {
      const claim = await claimKey(tx, by.uid, key, requestHash)
      if (claim.kind === 'mismatch') return refuse('key_reused')
      if (claim.kind === 'replay') return ok(claim.answer.body as WriteOffWire)
      const limit = ctx.env.WITHDRAWAL_SECOND_PERSON_ABOVE
      const approved = await requestIn(tx, fan, wanted, { by, limit })
      if (approved.ok) await storeAnswer(tx, by.uid, key, { status: 200, body: approved.value })
      return approved
    },
    CONSTRAINTS,
  )
}

/** What that writes into the ledger once it is carried out, whoever has to agree. It changes nothing. */
export function previewWriteOff(
  sql: Sql,
  fan: string,
  amount: number,
  by: Actor,
): Promise<Result<WrittenWire>> {
  return previewWritten(
    sql,
    (tx) => requestIn(tx, fan, { amount, reason: fan }, { by, limit: NO_LIMIT }),
    CONSTRAINTS,
  )
}

async function requestIn(
  tx: Tx,
  fan: string,
  { amount, reason }: Wanted,
  { by, limit }: { by: Actor; limit: number },
): Promise<Result<WriteOffWire>> {
  const [user] = await tx`select from users where uid = ${fan} for no key update`
  if (!user) return refuse('user_not_found')
  if (fan === by.uid) return refuse('own_debt')
  if (amount > -(await lockAvailable(tx, fan))) return refuse('debt_gone')
  const written = parseSoleRow(
    v.object({ uid: v.string() }),
    await tx`
      insert into private.write_offs (user_id, amount, reason) values (${fan}, ${amount}, ${reason})
      returning uid`,
  )
  await audit(tx, by, {
    action: 'write-off.request',
    subject: fan,
    after: { writeOff: written.uid, amount, reason },
  })
  return approve(tx, written.uid, { by, limit })
}

/** POST /admin/write-offs/{uid}/approve. Approving again changes nothing. */
export function approveWriteOff(ctx: Context, uid: string, by: Actor): Promise<Result<WriteOffWire>> {
  const limit = ctx.env.WITHDRAWAL_SECOND_PERSON_ABOVE
  return transact(ctx.sql, (tx) => approve(tx, uid, { by, limit }), CONSTRAINTS)
}

/** What approving it writes into the ledger, whoever else has to agree. It changes nothing. */
export function previewApprovedWriteOff(sql: Sql, uid: string, by: Actor): Promise<Result<WrittenWire>> {
  return previewWritten(sql, (tx) => approve(tx, uid, { by, limit: NO_LIMIT }), CONSTRAINTS)
}

/** POST /admin/write-offs/{uid}/reject. Nothing has moved yet, so nothing has to move back. */
export function rejectWriteOff(sql: Sql, uid: string, by: Actor): Promise<Result<WriteOffWire>> {
  return transact(sql, (tx) =>
    reject(tx, WRITE_OFFS, uid, { by }, async ({ fan }) => (fan === by.uid ? refuse('own_debt') : ok(null))),
  )
}

function approve(
  tx: Tx,
  uid: string,
  { by, limit }: { by: Actor; limit: number },
): Promise<Result<WriteOffWire>> {
  // All of one person's together, whenever they were made.
  const due = async (writeOff: WriteOff) =>
    Math.max(
      approvalsRequired(await givenUpOf(tx, writeOff.fan), limit),
      await approvalsOfOutflow(tx, { ...writeOff, person: writeOff.fan }, { by, limit }),
    )
  return approveOne(tx, WRITE_OFFS, uid, { by, due }, (writeOff) => carryOut(tx, writeOff))
}

async function carryOut(tx: Tx, { uid, fan, wallet, amount }: WriteOff): Promise<Result<null>> {
  if (amount > -(await lockAvailable(tx, fan))) return refuse('debt_gone')
  await post(tx, [
    {
      id: `write_off:${uid}`,
      kind: 'write_off',
      debit: account.disputeLosses,
      credit: account.available(fan),
      amount,
    },
  ])
  // Like everything received for somebody in debt: recorded, and burnt again (ledger.mirror_debt).
  if (wallet) await enqueueChain(tx, `write_off:${uid}`, 'credit_balance', { wallet, amount, reference: uid })
  await notifyFans(tx, [{ fan, kind: 'debt_written_off', data: { amount } }])
  return ok(null)
}

async function hasOpenDispute(tx: Tx, fan: string): Promise<boolean> {
  const rows = await tx`select from private.disputes where user_id = ${fan} and status = 'open' limit 1`
  return rows.length > 0
}

/** The write-off, locked after the person it is about. */
async function lock(tx: Tx, uid: string): Promise<WriteOff | undefined> {
  await tx`
    select from users
    where uid = (select user_id from private.write_offs where write_offs.uid = ${uid}) for no key update`
  const writeOff = parseRow(
    writeOffRow,
    await tx`
      select write_offs.id, write_offs.uid, user_id as fan, users.wallet, amount, reason, status
      from private.write_offs
      join users on users.uid = user_id
      where write_offs.uid = ${uid}
      for update of write_offs`,
  )
  return writeOff
}
