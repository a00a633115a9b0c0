/**
 * What becomes of a payout: approved, then paid or failed; or rejected. Each is one step of domain/payout.ts, and what
 * ends it moves the money in the same transaction. Deciding the same again changes nothing; deciding otherwise is
 * refused, so of decisions that race one counts.
 */
import { PAYOUT_TRANSITIONS, type PayoutStatus } from '#domain/payout.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { mayBecome } from '#domain/transitions.ts'
import { type Administrator, audit } from '../../platform/audit.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { account, post } from '../../platform/ledger.ts'
import { enqueueChain, enqueueJob } from '../../platform/outbox.ts'
import { isArtist } from './artist-keys.ts'
import type { PayoutWire } from './contract.ts'
import { readPayout } from './payouts.ts'

type Row = { id: number; uid: string; artistId: number; wallet: string; amount: number; status: PayoutStatus }

/** The word of one more administrator. `aloneUpTo` is what one may pay an author in a day, in centavos. */
export function approvePayout(
  sql: Sql,
  uid: string,
  by: Administrator,
  aloneUpTo: number,
): Promise<Result<PayoutWire>> {
  return transact(sql, async (tx) => {
    const agreed = await agree(tx, uid, by, aloneUpTo)
    return agreed.ok ? ok(await readPayout(tx, uid)) : agreed
  })
}

/** One agreement, part of a larger transaction; with the last that is due the payment goes out. */
export async function agree(
  tx: Tx,
  uid: string,
  by: Administrator,
  aloneUpTo: number,
): Promise<Result<null>> {
  const payout = await lockPayout(tx, uid)
  if (!payout) return refuse('payout_not_found')
  if (payout.status === 'approved' || payout.status === 'paid') return ok(null)
  if (!mayBecome(PAYOUT_TRANSITIONS, payout.status, 'approved')) return refuse('payout_decided')
  if (await isArtist(tx, by, payout.wallet)) return refuse('own_payout')
  const added = await tx`
    insert into private.artist_payout_approvals (payout_id, admin_id) values (${payout.id}, ${by.uid})
    on conflict do nothing`
  if (added.count === 0) return refuse('second_person_due')
  const { approvals, ofTheDay } = await countApprovals(tx, payout)
  const isEnough = approvals >= (ofTheDay > aloneUpTo ? 2 : 1)
  const status = isEnough ? 'approved' : 'requested'
  await audit(tx, by, {
    action: 'payout.approve',
    subject: uid,
    before: { status: payout.status, approvals: approvals - 1 },
    after: { status, approvals, amount: payout.amount },
  })
  if (isEnough) {
    await tx`update private.artist_payouts set status = 'approved' where id = ${payout.id}`
    await enqueueJob(tx, 'pay-out-artist', { uid }, { jobKey: `pay-out-artist:${uid}` })
  }
  return ok(null)
}

/** Nothing has left yet: all of it is payable again. */
export function rejectPayout(
  sql: Sql,
  uid: string,
  reason: string,
  by: Administrator,
): Promise<Result<PayoutWire>> {
  return transact(sql, (tx) =>
    decide(tx, uid, 'rejected', { reason }, async (payout) => {
      await giveBack(tx, payout)
      await audit(tx, by, {
        action: 'payout.reject',
        subject: uid,
        before: { status: payout.status },
        after: { status: 'rejected', reason, amount: payout.amount },
      })
    }),
  )
}

/** The money has left, under the name `endToEndId` in the PIX network. */
export function payPayout(sql: Sql, uid: string, endToEndId: string): Promise<Result<PayoutWire>> {
  return transact(sql, (tx) => bookPaid(tx, uid, endToEndId))
}

/** It is booked as paid, and the chain's mirror of the author's wallet burns as much. Part of a larger transaction. */
export function bookPaid(tx: Tx, uid: string, endToEndId: string): Promise<Result<PayoutWire>> {
  return decide(tx, uid, 'paid', { endToEndId }, async ({ wallet, amount }) => {
    await post(tx, [
      {
        id: `payout:${uid}:paid`,
        kind: 'payout_paid',
        debit: account.payingOut,
        credit: account.artistsPaid,
        amount,
      },
    ])
    await enqueueChain(tx, `payout:${uid}`, 'debit_balance', { wallet, amount, reference: uid })
  })
}

/** The bank did not take the payment. `reason` is kept for the operator. */
export function failPayout(
  sql: Sql,
  uid: string,
  reason: string,
  endToEndId: string | null,
): Promise<Result<PayoutWire>> {
  return transact(sql, (tx) => bookFailed(tx, uid, reason, endToEndId))
}

/** All of it is payable again. Part of a larger transaction. */
export function bookFailed(
  tx: Tx,
  uid: string,
  reason: string,
  endToEndId: string | null,
): Promise<Result<PayoutWire>> {
  return decide(tx, uid, 'failed', { reason, endToEndId }, (payout) => giveBack(tx, payout))
}

async function decide(
  tx: Tx,
  uid: string,
  becomes: PayoutStatus,
  { reason, endToEndId }: { reason?: string; endToEndId?: string | null },
  carryOut: (payout: Row) => Promise<void>,
): Promise<Result<PayoutWire>> {
  const payout = await lockPayout(tx, uid)
  if (!payout) return refuse('payout_not_found')
  if (payout.status === becomes) return ok(await readPayout(tx, uid))
  if (!mayBecome(PAYOUT_TRANSITIONS, payout.status, becomes)) return refuse('payout_decided')
  await tx`
    update private.artist_payouts
    set status = ${becomes}, reason = ${reason ?? null}, end_to_end_id = ${endToEndId ?? null},
      ended_at = clock_timestamp()
    where id = ${payout.id}`
  await carryOut(payout)
  return ok(await readPayout(tx, uid))
}

/** Each part goes back to the project it came from. */
async function giveBack(tx: Tx, { id, uid }: Row): Promise<void> {
  const parts = await tx<{ project: string; amount: number }[]>`
    select projects.uid as project, amount
    from private.artist_payout_parts
    join projects on projects.id = project_id
    where payout_id = ${id}`
  await post(
    tx,
    parts.map(({ project, amount }) => ({
      id: `payout:${uid}:${project}:back`,
      kind: 'payout_returned',
      debit: account.payingOut,
      credit: account.payable(project),
      amount,
    })),
  )
}

/** The payout as it stands, locked; undefined when there is none. The author comes first, as with whoever asks. */
async function lockPayout(tx: Tx, uid: string): Promise<Row | undefined> {
  await tx`
    select from private.artists
    where id = (select artist_id from private.artist_payouts where uid = ${uid})
    for no key update`
  const [row] = await tx<Row[]>`
    select payouts.id, payouts.uid, artist_id as "artistId", wallet, amount, status
    from private.artist_payouts payouts
    join private.artists on artists.id = artist_id
    where payouts.uid = ${uid}
    for update of payouts`
  return row
}

/** Who agreed to it; and what the author is paid in a day, so that small parts of much are no way around. */
async function countApprovals(
  tx: Tx,
  { id, artistId }: Row,
): Promise<{ approvals: number; ofTheDay: number }> {
  const [row] = await tx<{ approvals: number; ofTheDay: number }[]>`
    select
      (select count(*) from private.artist_payout_approvals where payout_id = ${id}) as approvals,
      (
        select sum(amount) from private.artist_payouts
        where artist_id = ${artistId} and status not in ('failed', 'rejected')
          and (id = ${id} or created_at > clock_timestamp() - interval '24 hours')
      )::bigint as "ofTheDay"`
  return row ?? { approvals: 0, ofTheDay: 0 }
}
