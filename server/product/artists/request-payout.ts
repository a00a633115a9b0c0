/**
 * POST /admin/artists/{uid}/payouts: requests a payout. The money leaves the payable balance at once and waits;
 * requesting is approving, so that up to the limit the payment is under way when this returns.
 */
import * as v from 'valibot'
import { shareOut } from '#domain/payout.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { type Actor, audit } from '../../platform/audit.ts'
import { centavos, parseRows, parseSoleRow, rowId } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { claimKey, storeAnswer } from '../../platform/idempotency.ts'
import { account, post } from '../ledger/ledger.ts'
import { keysOf } from './admin-artist-keys.ts'
import { isArtist } from './artist-keys.ts'
import { ratesOf } from './artist-taxes.ts'
import { approveOne } from './decide-payout.ts'
import type { PayoutWire } from './earnings-wire.ts'
import { lockArtist } from './lock-artist.ts'

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
  by: Actor,
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
      const parts = shareOut(amount, await lockPayable(tx, artist.id))
      if (!parts) return refuse('payout_exceeds_payable')

      const rates = await ratesOf(tx, artist.id)
      const payout = parseSoleRow(
        v.object({ id: rowId, uid: v.string() }),
        await tx`
          insert into private.artist_payouts
            (artist_id, key_id, amount, irrf_basis_points, iss_basis_points, inss_basis_points)
          values (${artist.id}, ${to.id}, ${amount}, ${rates.irrf}, ${rates.iss}, ${rates.inss})
          returning id, uid`,
      )
      await takeParts(tx, payout, parts)
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

const payableRow = v.object({
  projectId: rowId,
  /** The account's code. */
  code: v.string(),
  /** How the payout's transfer from it is named, after the payout. */
  leg: v.string(),
  free: centavos,
})
type PayableRow = v.InferOutput<typeof payableRow>

/** Moves the parts to where payouts wait. One project may pay from two accounts: before and since it was shared. */
async function takeParts(
  tx: Tx,
  payout: { id: number; uid: string },
  parts: (PayableRow & { amount: number })[],
): Promise<void> {
  await tx`
    insert into private.artist_payout_parts (payout_id, project_id, amount)
    select ${payout.id}::bigint, project, sum(amount)
    from unnest(${parts.map(({ projectId }) => projectId)}::bigint[], ${parts.map(({ amount }) => amount)}::bigint[])
      as parts (project, amount)
    group by project`
  await post(
    tx,
    parts.map(({ leg, code, amount }) => ({
      id: `payout:${payout.uid}:${leg}`,
      kind: 'payout',
      debit: code,
      credit: account.payingOut,
      amount,
    })),
  )
}

/**
 * What can be paid out of each of the artist's accounts. They are locked before the tokens are read: a
 * return in progress either has taken its money already, or its token still counts as unearned.
 */
async function lockPayable(tx: Tx, artistId: number): Promise<PayableRow[]> {
  await tx`
    select from ledger.accounts
    where id in (select account_id from private.payable_accounts where artist_id = ${artistId})
    order by id
    for no key update`
  return parseRows(
    payableRow,
    await tx`
      select payable.project_id as "projectId", code,
        projects.uid || case when is_share then ':share' else '' end as leg,
        (balance - private.kept_back(payable.project_id, artist_id, is_share))::bigint as free
      from private.payable_accounts payable
      join projects on projects.id = payable.project_id
      join ledger.accounts on accounts.id = account_id
      where artist_id = ${artistId} and balance > 0
      order by payable.project_id, is_share`,
  )
}
