/**
 * Everything that is stored about one person, for that person (LGPD, art. 18, II and V). Secrets are left out:
 * digests of passwords, codes and tokens mean nothing to anybody.
 */
import type postgres from 'postgres'
import type { Sql } from '../../platform/db/sql.ts'

type Section = (sql: Sql, uid: string) => postgres.PendingQuery<postgres.Row[]>

const SECTIONS: Record<string, Section> = {
  profile: (sql, uid) => sql`select * from users where uid = ${uid}`,
  account: (sql, uid) => sql`
    select id, email, email_confirmed_at, email_change, last_sign_in_at, raw_user_meta_data, raw_app_meta_data,
      created_at, updated_at
    from auth.users where id = ${uid}`,
  identities: (sql, uid) => sql`
    select provider, provider_id, identity_data, last_sign_in_at, created_at
    from auth.identities where user_id = ${uid} order by created_at`,
  secondFactors: (sql, uid) => sql`
    select friendly_name, factor_type, status, created_at from auth.mfa_factors
    where user_id = ${uid} order by created_at`,
  sessions: (sql, uid) => sql`
    select user_agent, host(ip) as ip, aal, created_at, refreshed_at from auth.sessions
    where user_id = ${uid} order by created_at`,
  // Who tried and failed was perhaps somebody else, whose address is not this person's to have.
  accessRecords: (sql, uid) => sql`
    select payload ->> 'action' as action, ip_address, created_at from auth.audit_log_entries
    where payload ->> 'actor_id' = ${uid} and payload ->> 'action' <> 'login_failed' order by created_at`,
  walletKeys: (sql, uid) => sql`
    select address, created_at from private.fan_keys where user_id = ${uid}`,
  walletKeyExports: (sql, uid) => sql`
    select wallet, network, exported_at from private.fan_key_exports where user_id = ${uid} order by id`,
  consents: (sql, uid) => sql`
    select document, version, accepted_at from private.consents where user_id = ${uid} order by accepted_at`,
  playConsents: (sql, uid) => sql`
    select mint_id, text_version, agreed_at from private.play_consents where user_id = ${uid} order by mint_id`,
  playingDevices: (sql, uid) => sql`
    select token, device, since, renewed_at from play_leases where user_id = ${uid} order by token`,
  payments: (sql, uid) => sql`select * from payments where user_id = ${uid} order by id`,
  tokens: (sql, uid) => sql`select * from mints where user_id = ${uid} order by id`,
  tipWords: (sql, uid) => sql`
    select payment_id, words from private.tip_words
    join payments on payments.id = payment_id
    where user_id = ${uid} order by payment_id`,
  giftsGiven: (sql, uid) => sql`
    select uid, payment_id, status, email, words, accept_by, returned_for, created_at, ended_at
    from private.gifts where giver = ${uid} order by id`,
  giftsReceived: (sql, uid) => sql`
    select mint_id, words, status, ended_at from private.gifts where recipient = ${uid} order by id`,
  giftMails: (sql, uid) => sql`
    select gift_id, asked_at from private.gift_mails where giver = ${uid} order by id`,
  bids: (sql, uid) => sql`select * from bids where user_id = ${uid} order by id`,
  refunds: (sql, uid) => sql`
    select uid, payment_id, amount, destination, reason, status, created_at, ended_at
    from private.refunds where user_id = ${uid} order by id`,
  disputes: (sql, uid) => sql`
    select uid, payment_id, amount, fan_part, reason, status, opened_at, ended_at
    from private.disputes where user_id = ${uid} order by id`,
  debtsWrittenOff: (sql, uid) => sql`
    select uid, amount, reason, status, created_at, ended_at
    from private.write_offs where user_id = ${uid} order by id`,
  operatorNotes: (sql, uid) => sql`
    select note, created_at from private.user_notes where user_id = ${uid} order by id`,
  withdrawals: (sql, uid) => sql`select * from redeem_balance where user_id = ${uid} order by id`,
  authorKeys: (sql, uid) => sql`
    select legal_name, pix_key_type, pix_key, entered_at, confirmed_at
    from private.artist_keys
    join private.artists on artists.id = artist_id
    where wallet = (select lower(users.wallet) from users where uid = ${uid})
      or entered_by = ${uid} and artist_id in (select artist_id from private.artist_accounts where user_id = ${uid})
    order by artist_keys.id`,
  artistAccounts: (sql, uid) => sql`
    select name, joined_at, ended_at from private.artist_accounts join private.artists on artists.id = artist_id
    where user_id = ${uid} order by artist_accounts.id`,
  artistInvitations: (sql, uid) => sql`
    select name, invitations.email, invitations.created_at, expires_at, revoked_at, used_at
    from private.artist_invitations invitations
    join private.artists on artists.id = artist_id
    where used_by = ${uid} or email = (select email from users where uid = ${uid}) order by invitations.id`,
  authorPayouts: (sql, uid) => sql`
    select payouts.uid, amount, status, reason, end_to_end_id, payouts.created_at, ended_at
    from private.artist_payouts payouts
    join private.artists on artists.id = artist_id
    where wallet = (select lower(users.wallet) from users where uid = ${uid}) order by payouts.id`,
  announcements: (sql, uid) => sql`
    select text, created_at from private.announcements where user_id = ${uid} order by id`,
  supportRequests: (sql, uid) => sql`select * from support_requests where user_id = ${uid} order by id`,
  supportAnswers: (sql, uid) => sql`
    select request_id, answers.message, answers.created_at
    from private.support_answers answers
    join support_requests on support_requests.id = request_id
    where user_id = ${uid} order by answers.id`,
  supportReplies: (sql, uid) => sql`
    select request_id, replies.message, sender, replies.created_at
    from private.support_replies replies
    join support_requests on support_requests.id = request_id
    where user_id = ${uid} order by replies.id`,
  supportFiles: (sql, uid) => sql`
    select files.request_id, files.answer_id, files.reply_id, files.name
    from private.support_files files
    join support_requests on support_requests.id = files.request_id
    where user_id = ${uid} order by files.id`,
  projectRequests: (sql, uid) => sql`select * from register_projects where user_id = ${uid} order by id`,
  // Holds are found by what they debit alone (`ledger.lines`).
  movements: (sql, uid) => sql`
    select transfers.id, kind, debit.code as debit, credit.code as credit, amount, created_at
    from ledger.transfers
    join ledger.accounts debit on debit.id = debit_account
    join ledger.accounts credit on credit.id = credit_account
    where debit_account in (select id from ledger.accounts where code = any (${accountsOf(uid)}))
      or (kind <> 'hold' and credit_account in (select id from ledger.accounts where code = any (${accountsOf(uid)})))
    order by created_at, transfers.id`,
  notifications: (sql, uid) => sql`
    select kind, data, is_read, created_at from notifications where user_id = ${uid} order by id`,
  pushSubscriptions: (sql, uid) => sql`
    select endpoint, created_at from push_subscriptions where user_id = ${uid} order by id`,
  follows: (sql, uid) => sql`
    select name, follows.created_at from private.follows join private.artists on artists.id = artist_id
    where user_id = ${uid} order by follows.created_at`,
  watches: (sql, uid) => sql`
    select project_name, below, watches.created_at from private.watches join projects on projects.id = project_id
    where user_id = ${uid} order by watches.created_at`,
  mutedAlerts: (sql, uid) => sql`
    select topic, channel from private.muted_alerts where user_id = ${uid} order by topic, channel`,
  mutedWorks: (sql, uid) => sql`
    select project_name, topic from private.muted_works join projects on projects.id = project_id
    where user_id = ${uid} order by projects.id, topic`,
  waitingRooms: (sql, uid) => sql`
    select project_name, entered_at, place from private.waiting_room join projects on projects.id = project_id
    where user_id = ${uid} order by entered_at`,
  pictures: (sql, uid) => sql`
    select bucket_id, name, created_at from storage.objects where owner = ${uid} order by created_at`,
}

const ROWS_AT_ONCE = 200

/** One JSON document, piece by piece: however long a history is, the server holds one page of it. */
export async function* personalData(sql: Sql, uid: string): AsyncGenerator<string> {
  yield `{"exportedAt":${JSON.stringify(new Date())}`
  for (const [name, read] of Object.entries(SECTIONS)) {
    yield `,\n${JSON.stringify(name)}:[`
    let first = true
    for await (const rows of read(sql, uid).cursor(ROWS_AT_ONCE)) {
      for (const row of rows) {
        yield `${first ? '' : ','}\n${JSON.stringify(row)}`
        first = false
      }
    }
    yield ']'
  }
  yield '}\n'
}

function accountsOf(uid: string): string[] {
  return [`fan:${uid}:available`, `fan:${uid}:held`]
}
