/**
 * POST /admin/artists/{uid}/payouts: requests a payout. The money leaves the payable balance at once and waits;
 * requesting is approving, so that up to the limit the payment is under way when this returns.
 */
import * as v from 'valibot'
import { shareOut } from '#domain/payout.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { type Administrator, audit } from '../../platform/audit.ts'
import { centavos, parseRows, parseSoleRow, rowId } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { claimKey, storeAnswer } from '../../platform/idempotency.ts'
import { account, post } from '../../platform/ledger.ts'
import { keysOf } from './admin-artist-keys.ts'
import { isArtist, lockArtist } from './artist-keys.ts'
import { approveOne } from './decide-payout.ts'
import type { PayoutWire } from './wire.ts'

export type PayoutRequest = {
  /** Centavos. */
  amount: number
  key: string | null
  requestHash: string
}

/** `limit` is what one administrator may let out alone in a day, in centavos. */
export function requestPayout(
  sql: Sql,
  artistUid: string,
  { amount, key, requestHash }: PayoutRequest,
  by: Administrator,
  limit: number,
): Promise<Result<PayoutWire>> {
  return transact(
    sql,
    async (tx) => {
      const claim = await claimKey(tx, by.uid, key, requestHash)
      if (claim.kind === 'mismatch') return refuse('key_reused')
      if (claim.kind === 'replay') return ok(claim.answer.body as PayoutWire)

      const artist = await lockArtist(tx, artistUid)
      if (!artist) return refuse('artist_not_found')
      if (await isArtist(tx, by, artist.wallet)) return refuse('own_payout')
      const { key: to } = await keysOf(tx, artist.id)
      if (!to) return refuse('artist_key_missing')
      const parts = shareOut(amount, await lockPayable(tx, artist.wallet))
      if (!parts) return refuse('payout_exceeds_payable')

      const payout = parseSoleRow(
        v.object({ id: rowId, uid: v.string() }),
        await tx`
          insert into private.artist_payouts (artist_id, key_id, amount)
          values (${artist.id}, ${to.id}, ${amount})
          returning id, uid`,
      )
      for (const part of parts) {
        await tx`
          insert into private.artist_payout_parts (payout_id, project_id, amount)
          values (${payout.id}, ${part.projectId}, ${part.amount})`
      }
      await post(
        tx,
        parts.map((part) => ({
          id: `payout:${payout.uid}:${part.projectUid}`,
          kind: 'payout',
          debit: account.payable(part.projectUid),
          credit: account.payingOut,
          amount: part.amount,
        })),
      )
      await audit(tx, by, {
        action: 'payout.request',
        subject: payout.uid,
        after: { artist: artistUid, amount, legalName: to.legalName, pixKey: to.pixKey },
      })
      const approved = await approveOne(tx, payout.uid, by, limit)
      if (!approved.ok) return approved
      await storeAnswer(tx, by.uid, key, { status: 200, body: approved.value })
      return approved
    },
    { no_overdraft: 'payout_exceeds_payable' },
  )
}

/**
 * What can be paid out of each of the artist's projects. Their accounts are locked before the tokens are read: a
 * return in progress either has taken its money already, or its token still counts as unearned.
 */
async function lockPayable(
  tx: Tx,
  wallet: string,
): Promise<{ projectId: number; projectUid: string; free: number }[]> {
  await tx`
    select from ledger.accounts
    where code in (
      select 'project:' || uid || ':payable' from projects where lower(author_wallet) = ${wallet}
    )
    order by id
    for no key update`
  return parseRows(
    v.object({ projectId: rowId, projectUid: v.string(), free: centavos }),
    await tx`
      select projects.id as "projectId", projects.uid as "projectUid",
        (balance - private.unearned(projects.id))::bigint as free
      from projects
      join ledger.accounts on code = 'project:' || projects.uid || ':payable'
      where lower(author_wallet) = ${wallet} and balance > 0
      order by projects.id`,
  )
}
