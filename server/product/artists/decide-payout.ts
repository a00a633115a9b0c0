/**
 * The life of a payout: approved, then paid or failed; or rejected. Each is one step of domain/payout.ts, and what
 * ends it moves the money in the same transaction.
 */
import * as v from 'valibot'
import { PAYOUT_STATUSES, PAYOUT_STEPS, type PayoutStatus } from '#domain/payout.ts'
import { ok, type Result } from '#domain/result.ts'
import { WITHHELD_TAXES } from '#domain/withholding.ts'
import type { Actor } from '../../platform/audit.ts'
import { enqueueChain } from '../../platform/chain-operations.ts'
import { centavos, parseRow, parseRows, rowId } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { type Approval, approve, auditAs, reject, step } from '../approvals/decide.ts'
import { approvalsOfOutflow, NO_LIMIT } from '../approvals/outflow.ts'
import type { WrittenWire } from '../back-office/contract.ts'
import { previewWritten } from '../back-office/read-written.ts'
import { account, post, someOf } from '../ledger/ledger.ts'
import { mailArtist } from '../mail-artist.ts'
import { enqueueJob } from '../outbox.ts'
import { isArtist } from './artist-keys.ts'
import type { PayoutWire } from './earnings-wire.ts'
import { exceedsPayable, readPayout } from './payouts.ts'

const lockedRow = v.object({
  id: rowId,
  uid: v.string(),
  artistId: rowId,
  wallet: v.string(),
  person: v.string(),
  pixKey: v.string(),
  amount: centavos,
  net: centavos,
  irrf: centavos,
  iss: centavos,
  inss: centavos,
  status: v.picklist(PAYOUT_STATUSES),
})
type Row = v.InferOutput<typeof lockedRow>

export const PAYOUTS: Approval<PayoutStatus, Row, PayoutWire> = {
  table: 'private.artist_payouts',
  transitions: PAYOUT_STEPS,
  lock: lockPayout,
  read: readPayout,
  approvals: { table: 'private.artist_payout_approvals', of: 'payout_id' },
  approved: ['approved', 'paid'],
  refusals: { unknown: 'payout_not_found', decided: 'payout_decided', own: 'own_payout' },
  isOwn: ({ wallet }, by, tx) => isArtist(tx, by, wallet),
  // A bank may have taken a sale's money back since it was asked for.
  obstacle: async (tx, { uid }) => ((await exceedsPayable(tx, uid)) ? 'payout_exceeds_payable' : null),
  note: auditAs('payout'),
}

/** One more administrator's approval. `limit` is what one may let out alone in a day, in centavos. */
export function approvePayout(sql: Sql, uid: string, by: Actor, limit: number): Promise<Result<PayoutWire>> {
  return transact(sql, (tx) => approveOne(tx, uid, by, limit))
}

/** What it writes into the ledger once it is paid, whoever else has to agree. It changes nothing. */
export function previewApprovedPayout(sql: Sql, uid: string, by: Actor): Promise<Result<WrittenWire>> {
  return previewWritten(sql, async (tx) => {
    const approved = await approveOne(tx, uid, by, NO_LIMIT)
    // A name that no payment has, in the form that all names have.
    return approved.ok ? bookPayoutPaid(tx, uid, uid.replaceAll('-', '')) : approved
  })
}

/** One approval, part of a larger transaction; with the last one required the payment is sent. */
export function approveOne(tx: Tx, uid: string, by: Actor, limit: number): Promise<Result<PayoutWire>> {
  const due = (payout: Row) => approvalsOfOutflow(tx, payout, { by, limit })
  return approve(tx, PAYOUTS, uid, { by, due }, async () =>
    ok(await enqueueJob(tx, 'pay-out-artist', { uid }, { jobKey: `pay-out-artist:${uid}` })),
  )
}

/** Nothing has left yet: all of it is payable again. */
export function rejectPayout(sql: Sql, uid: string, reason: string, by: Actor): Promise<Result<PayoutWire>> {
  return transact(sql, (tx) => reject(tx, PAYOUTS, uid, { by, reason }, (payout) => giveBack(tx, payout)))
}

/** Books it as paid, with the id `endToEndId` in the PIX network, and what was withheld of it as owed to the tax office, and burns as much in the chain's mirror of the artist's wallet. Part of a larger transaction. */
export function bookPayoutPaid(
  tx: Tx,
  uid: string,
  endToEndId: string,
  steps: typeof PAYOUTS = PAYOUTS,
): Promise<Result<PayoutWire>> {
  return step(tx, steps, uid, 'paid', { end_to_end_id: endToEndId }, async (payout) => {
    const taxes = WITHHELD_TAXES.map((tax) => ({
      id: `payout:${uid}:${tax}`,
      kind: 'tax_withheld',
      debit: account.payingOut,
      credit: account.taxes(tax),
      amount: payout[tax],
    }))
    const paid = {
      id: `payout:${uid}:paid`,
      kind: 'payout_paid',
      debit: account.payingOut,
      credit: account.artistsPaid,
      amount: payout.net,
    }
    await post(tx, someOf([paid, ...taxes]))
    await burnPaid(tx, payout)
    await mailArtist(tx, payout.artistId, 'artist_paid', {
      amount: String(payout.net),
      paidAt: new Date().toISOString(),
      endToEndId,
    })
    return ok(null)
  })
}

/** The chain pays the wallet that a project names, whoever shares it: as much is burnt there as came from its projects. */
async function burnPaid(tx: Tx, { id, uid }: Row): Promise<void> {
  const burnt = parseRows(
    v.object({ wallet: v.string(), amount: centavos }),
    await tx`
      select lower(author_wallet) as wallet, sum(amount)::bigint as amount
      from private.artist_payout_parts
      join projects on projects.id = project_id
      where payout_id = ${id}
      group by 1`,
  )
  for (const { wallet, amount } of burnt) {
    const key = `payout:${uid}${burnt.length > 1 ? `:${wallet}` : ''}`
    await enqueueChain(tx, key, 'debit_balance', { wallet, amount, reference: uid })
  }
}

/** The bank refused the payment: all of it is payable again, and the artist is asked to look at their key. `reason` is kept for the operator. Part of a larger transaction. */
export function bookPayoutFailed(
  tx: Tx,
  uid: string,
  reason: string,
  endToEndId: string | null,
): Promise<Result<PayoutWire>> {
  return step(tx, PAYOUTS, uid, 'failed', { reason, end_to_end_id: endToEndId }, async (payout) => {
    await mailArtist(tx, payout.artistId, 'artist_payout_failed', { amount: String(payout.net) })
    return giveBack(tx, payout)
  })
}

/** Each part returns to the account that it came from. */
async function giveBack(tx: Tx, { uid }: Row): Promise<Result<null>> {
  const parts = await partsOf(tx, uid)
  await post(
    tx,
    parts.map(({ leg, from, amount }) => ({
      id: `${leg}:back`,
      kind: 'payout_returned',
      debit: account.payingOut,
      credit: from,
      amount,
    })),
  )
  return ok(null)
}

/** The transfers that took a payout's money when it was requested, and the accounts it came from. */
export async function partsOf(tx: Tx, uid: string): Promise<{ leg: string; from: string; amount: number }[]> {
  return parseRows(
    v.object({ leg: v.string(), from: v.string(), amount: centavos }),
    await tx`
      select transfers.id as leg, code as from, transfers.amount
      from private.artist_payout_parts parts
      join private.artist_payouts payouts on payouts.id = payout_id
      join projects on projects.id = project_id
      join ledger.transfers on transfers.id in (
        'payout:' || ${uid}::text || ':' || projects.uid, 'payout:' || ${uid}::text || ':' || projects.uid || ':share'
      )
      join ledger.accounts on accounts.id = debit_account
      where payouts.uid = ${uid}`,
  )
}

/** The payout, locked; undefined when there is none. The artist is locked first, as for requests. */
export async function lockPayout(tx: Tx, uid: string): Promise<Row | undefined> {
  await tx`
    select from private.artists
    where id = (select artist_id from private.artist_payouts where uid = ${uid})
    for no key update`
  return parseRow(
    lockedRow,
    await tx`
      select payouts.id, payouts.uid, payouts.artist_id as "artistId", wallet, private.person_of_artist(wallet) as person,
        pix_key as "pixKey", amount, net, irrf, iss, inss, status
      from private.artist_payouts payouts
      join private.artists on artists.id = payouts.artist_id
      join private.artist_keys keys on keys.id = key_id
      where payouts.uid = ${uid}
      for update of payouts`,
  )
}
