/**
 * Erases a person (LGPD, art. 18, VI): name, addresses, document, wallet address, pictures, sign-in methods, and
 * notifications. What a law requires to be kept stays under the account's number: the financial records for five
 * years (CTN, art. 173; Law 9.613/1998, art. 10), the access records for six months (Law 12.965/2014, art. 15), and
 * consents.
 */
import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import type { Refusal } from '#domain/refusal.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { parseRow, parseRows, parseSoleRow } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { balanceOf } from '../ledger/ledger.ts'
import { enqueueJob, enqueueMail } from '../outbox.ts'

const erasable = v.object({ email: v.string(), language: v.picklist(['pt', 'en']) })

/**
 * Refused with a way out while money, bids or payments of theirs are under way. `email` repeats the account's own.
 */
export async function eraseAccount(sql: Sql, uid: string, email: string): Promise<Result<{ erased: true }>> {
  return transact(sql, async (tx) => {
    // Starting a payment locks this row too, and so waits until we are done.
    const user = parseRow(
      erasable,
      await tx`
        select email, language from users where uid = ${uid} and erased_at is null for update`,
    )
    if (!user) return refuse('not_found')
    if (user.email !== email.trim().toLowerCase()) return refuse('malformed')
    const obstacle = await obstacleOf(tx, uid)
    if (obstacle) return refuse(obstacle)
    const notice = { to: user.email, language: user.language, data: {} }
    await enqueueMail(tx, { ...notice, template: 'notice_account_erased' })
    await erasePictures(tx, uid)
    await eraseProfile(tx, uid)
    await eraseSignIn(tx, uid)
    return ok({ erased: true })
  })
}

async function obstacleOf(tx: Tx, uid: string): Promise<Refusal | null> {
  const open = parseSoleRow(
    v.object({ bids: v.boolean(), payments: v.boolean() }),
    await tx`
      select
        exists (select from bids where user_id = ${uid} and status in ('pending', 'bided', 'pending-cancel')) as bids,
        exists (select from payments where user_id = ${uid} and status = 'pending')
          or exists (select from mints where user_id = ${uid} and status = 'pending')
          -- What the chain refuses is paid back to whoever gave it.
          or exists (
            select from private.gifts join mints on mints.id = mint_id
            where giver = ${uid} and mints.status = 'pending'
          )
          or exists (select from redeem_balance where user_id = ${uid} and status in ('requested', 'approved'))
          or exists (select from private.refunds where user_id = ${uid} and status in ('requested', 'approved'))
          or exists (select from private.disputes where user_id = ${uid} and status = 'open')
          as payments`,
  )
  if (open.bids) return 'bids_standing'
  if (open.payments) return 'payments_pending'
  const { available, held } = await balanceOf(tx, uid)
  if (available < 0) return 'wallet_overdrawn'
  return available > 0 || held > 0 ? 'wallet_not_empty' : null
}

async function eraseProfile(tx: Tx, uid: string): Promise<void> {
  const stranger = `apagado-${randomBytes(6).toString('hex')}`
  await tx`delete from notifications where user_id = ${uid}`
  await tx`delete from private.follows where user_id = ${uid}`
  await tx`delete from private.watches where user_id = ${uid}`
  await tx`delete from private.muted_alerts where user_id = ${uid}`
  await tx`delete from private.muted_works where user_id = ${uid}`
  await tx`delete from private.wakeful where user_id = ${uid}`
  await tx`delete from private.waiting_room where user_id = ${uid}`
  await tx`delete from private.alerted where user_id = ${uid}`
  const own = tx`(select email from users where uid = ${uid})`
  await tx`update private.sent_mails set recipient = null where recipient = ${own}`
  await tx`delete from private.returned_mails where address = ${own}`
  await tx`
    update private.artists set picture = null
    where id in (select artist_id from private.artist_accounts where user_id = ${uid} and ended_at is null)`
  await tx`
    update private.artist_accounts set ended_at = clock_timestamp() where user_id = ${uid} and ended_at is null`
  await tx`
    update private.artist_invitations set email = null, revoked_at = coalesce(revoked_at, case when used_at is null then now() end)
    where email = (select email from users where uid = ${uid})`
  await tx`
    delete from private.tip_words using payments where payments.id = payment_id and payments.user_id = ${uid}`
  await tx`update private.gifts set email = null, words = '' where giver = ${uid}`
  // It names who gave.
  await tx`
    delete from notifications
    where kind = 'gift_mailed' and data ->> 'gift' in (select gifts.uid::text from private.gifts where giver = ${uid})`
  await tx`delete from push_subscriptions where user_id = ${uid}`
  await tx`delete from private.fan_keys where user_id = ${uid}`
  await tx`delete from play_leases where user_id = ${uid}`
  await tx`delete from support_requests where user_id = ${uid}`
  await tx`delete from private.user_notes where user_id = ${uid}`
  await tx`delete from register_projects where user_id = ${uid}`
  await tx`
    update users
    set email = ${`${stranger}@erased.invalid`}, nickname = ${stranger}, full_name = null, tel = null,
      document = null, wallet = null, photo_url = null, is_complete_profile = false, is_active = false,
      erased_at = now()
    where uid = ${uid}`
}

/** Deactivation has already banned the account. */
async function eraseSignIn(tx: Tx, uid: string): Promise<void> {
  await tx`delete from auth.sessions where user_id = ${uid}`
  await tx`delete from auth.identities where user_id = ${uid}`
  await tx`delete from auth.mfa_factors where user_id = ${uid}`
  await tx`delete from auth.recovery_codes where user_id = ${uid}`
  await tx`delete from auth.one_time_tokens where user_id = ${uid}`
  await tx`delete from auth.flow_state where user_id = ${uid} or linking_target_id = ${uid}`
  await tx`
    update auth.audit_log_entries set payload = payload || '{"actor_username": ""}'
    where payload ->> 'actor_id' = ${uid}`
  await tx`
    update auth.users
    set email = null, phone = null, phone_change = '', encrypted_password = null, email_change = '', email_change_confirm_status = 0,
      raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = now(), updated_at = now()
    where id = ${uid}`
}

/** The bytes are outside the database: a job removes them once the rows are certain to be gone. */
async function erasePictures(tx: Tx, uid: string): Promise<void> {
  const files = parseRows(
    v.object({ id: v.string(), version: v.string() }),
    await tx`
      delete from storage.objects where owner = ${uid} returning id, version`,
  )
  if (files.length > 0) await enqueueJob(tx, 'remove-files', { files })
}
