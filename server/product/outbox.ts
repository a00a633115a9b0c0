/** Work promised to the outside world, written in the transaction that makes it due. */
import type { NotificationKind } from '#domain/notification.ts'
import type { Tx } from '../platform/db/sql.ts'

type OfPayment = { paymentId: number }
type OfEvent = { eventId: string }
/** An approved payment, payout or refund. */
type OfPayOut = { uid: string }
type StoredFile = { id: string; version: string }

/** What each background job is given, by the name it is added under (server/product/tasks.ts runs them). */
export type JobPayloads = {
  'send-mail': MailRequest
  'mail-notification': { notification: number }
  'push-notification': { notification: number; subscription: number }
  'pay-out-withdrawal': OfPayOut
  'pay-out-artist': OfPayOut
  'refund-to-card': OfPayOut
  'revoke-disputed-token': OfPayment
  'remove-files': { files: StoredFile[] }
  'sweep-files': object
  'draw-picture': StoredFile
  'release-bids': { fan: string }
  'apply-card-event': OfEvent
  'check-payment': OfPayment
  'apply-pix-event': OfEvent
  'check-pix-payment': OfPayment
  'mail-gift': { gift: number }
  'return-gifts': object
  'send-alerts': object
  'issue-invoices': object
  'hasten-jobs': object
  'count-figures': object
  'count-conversion': object
  reconcile: object
  'look-around': object
  'ask-disputes': object
  prune: object
}

/** Adds a background job. With `jobKey`, it replaces a job of that key which has not run yet. */
export async function enqueueJob<Name extends keyof JobPayloads>(
  tx: Tx,
  task: Name,
  payload: JobPayloads[Name],
  options: { jobKey?: string; runAt?: Date } = {},
): Promise<void> {
  await tx`select private.add_job(
    ${task}, ${tx.json(payload as never)}, ${options.jobKey ?? null}, ${options.runAt ?? null})`
}

type FanNotification = { fan: string; kind: NotificationKind; data: Record<string, string | number> }

/** Notifies fans: in their bell, and by mail. Amounts in `data` are centavos. */
export async function notifyFans(tx: Tx, notifications: FanNotification[]): Promise<void> {
  if (notifications.length > 0) await tx`select private.tell(${tx.json(notifications)})`
}

/** The kinds of notices about an account; each has its text in `mail.json` under `notice_…`. */
type AccountNotice =
  | 'password_changed'
  | 'email_changed'
  | 'email_now_used'
  | 'factor_added'
  | 'factor_removed'
  | 'recovery_codes_made'
  | 'recovery_code_used'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'wallet_key_exported'
  | 'account_erased'
  | 'deactivated'
  | 'deactivated_with_balance'
  | 'reactivated'

export type MailTemplate =
  | `notice_${AccountNotice}`
  | 'confirmation'
  | 'recovery'
  | 'magiclink'
  | 'email_change'
  | 'email_change_current'
  | 'invite'
  | 'artist_invitation'
  | 'artist_key'
  | 'artist_paid'
  | 'artist_payout_failed'
  | 'artist_work_paused'
  | 'artist_work_resumed'
  | 'artist_work_closed'
  | 'role_changed'
  | 'reauthentication'
  | 'support_alert'
  | 'reconciliation_alert'
  | 'dispute_alert'
  | 'unclaimed_alert'
  | 'payout_alert'
  | 'cards_alert'
  | 'support_answered'
  | 'proposal_answered'
  | 'proposal_accepted'
  | 'proposal_declined'
  | 'gift'
  | 'gift_closed'
  | NotificationKind

export type MailRequest = {
  to: string
  language: 'pt' | 'en'
  /** Says what it says in this one too, below: for a reader whose own language nobody knows. */
  alsoIn?: 'pt' | 'en'
  template: MailTemplate
  /** Values for the template's text; `link` becomes its button. */
  data: Record<string, string>
}

export async function enqueueMail(tx: Tx, mail: MailRequest): Promise<void> {
  await enqueueJob(tx, 'send-mail', mail)
}
