/**
 * Sends a job's mail so that a mailbox shows it once, wherever the worker is killed. A mail that the server has
 * accepted is noted before the job may run again; the instant between the two is covered by its Message-ID, which is
 * the same at every attempt and by which mailboxes (Gmail, Exchange, Dovecot's `duplicate`) drop a second delivery.
 * An address that takes no mail gets none: not once more, and nothing else.
 */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Job } from 'graphile-worker'
import type { Mail } from '../adapters/mailer.ts'
import type { PlatformContext } from '../context.ts'
import type { Sql } from '../db/sql.ts'
import { isReturned, noteReturned, statusOfRefusal } from '../mail/returned-mails.ts'

type MailJob = Pick<Job, 'id' | 'attempts' | 'created_at'>

/** How often, and how far apart, the note is attempted while the database is away. */
const NOTE_TRIES = 20
const NOTE_PAUSE_MS = 500

export async function sendMail(
  { sql, mailer }: Pick<PlatformContext, 'sql' | 'mailer'>,
  job: MailJob,
  mail: Mail,
): Promise<void> {
  const messageId = messageIdOf(job)
  if (job.attempts > 1 && (await wasSent(sql, messageId))) return
  if (await isReturned(sql, mail.to)) return
  try {
    await mailer.send({ ...mail, messageId })
  } catch (fault) {
    const status = statusOfRefusal(fault)
    if (!status) throw fault
    return noteReturned(sql, mail.to, status)
  }
  await noteSent(sql, messageId, mail.to)
}

/** The part before the @. Job numbers start over in another database, instants do not. */
function messageIdOf({ id, created_at: createdAt }: MailJob): string {
  return createHash('sha256').update(`${id} ${createdAt.toISOString()}`).digest('hex').slice(0, 32)
}

async function wasSent(sql: Sql, messageId: string): Promise<boolean> {
  return (await sql`select from private.sent_mails where message_id = ${messageId}`).length > 0
}

async function noteSent(sql: Sql, messageId: string, to: string): Promise<void> {
  for (let left = NOTE_TRIES; ; left--) {
    try {
      await sql`
        insert into private.sent_mails (message_id, recipient) values (${messageId}, ${to.toLowerCase()})
        on conflict do nothing`
      return
    } catch (fault) {
      if (left === 0) throw fault
      await sleep(NOTE_PAUSE_MS)
    }
  }
}
