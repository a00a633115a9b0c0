/**
 * One device at a time for each token. The lease is a row: it is taken at play, renewed while playing, taken over at
 * the fan's request, and lapses when nobody renews it. The row's own lock decides every race.
 */
import * as v from 'valibot'
import { LEASE_SECONDS } from '#domain/play-lease.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { parseRow } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'

export type LeaseClaim = { tokenUid: string; fanUid: string; device: string }

/** False while another device plays, unless `takeOver`: then that device loses the lease at this instant. */
export async function takeLease(sql: Sql | Tx, claim: LeaseClaim, takeOver: boolean): Promise<boolean> {
  const taken = await sql`
    insert into play_leases as held (token, user_id, device, since, renewed_at)
    values (${claim.tokenUid}, ${claim.fanUid}, ${claim.device}, clock_timestamp(), clock_timestamp())
    on conflict (token) do update
    set device = excluded.device, renewed_at = excluded.renewed_at,
      since = case when held.device = excluded.device then held.since else excluded.since end
    where held.device = excluded.device or ${takeOver}
      or held.renewed_at < excluded.renewed_at - make_interval(secs => ${LEASE_SECONDS})
    returning token`
  return taken.length === 1
}

/** Renews the lease. Refused while another device holds it, and when the window is over. */
export async function renewLease(sql: Sql, claim: LeaseClaim): Promise<Result<null>> {
  const token = parseRow(
    v.object({ live: v.boolean() }),
    await sql`
      select status = 'minted' and will_expire_at > clock_timestamp() as live
      from mints where uid = ${claim.tokenUid} and user_id = ${claim.fanUid}`,
  )
  if (!token) return refuse('token_not_found')
  if (!token.live) return refuse('token_ended')
  return (await takeLease(sql, claim, false)) ? ok(null) : refuse('playing_elsewhere')
}

/** Releases the lease; the next device need not ask. Releasing another device's lease changes nothing. */
export async function releaseLease(sql: Sql, claim: LeaseClaim): Promise<void> {
  await sql`
    delete from play_leases
    where token = ${claim.tokenUid} and user_id = ${claim.fanUid} and device = ${claim.device}`
}
