/** The kept e-mails. */
import type { DatabaseSync } from 'node:sqlite'

export type Mail = {
  id: number
  /** Every address the mail was delivered to, in lower case. */
  to: string[]
  from: string
  /** Where its answer goes; empty where that is the sender. */
  replyTo: string
  subject: string
  text: string
  html: string
  /** Every http(s) address in the mail, in order, once. */
  links: string[]
  /** ISO 8601, UTC. */
  receivedAt: string
  /** With its angle brackets; empty where the mail has none. */
  messageId: string
  /** How often it was delivered: a mailbox shows a Message-ID once. */
  deliveries: number
}

export const MAIL_SCHEMA = `
  create table if not exists mails (id integer primary key autoincrement, recipients text not null, mail text not null);
  create index if not exists mails_by_message on mails (json_extract(mail, '$.messageId'));
`

const NEWEST = 200

export class Inbox {
  private readonly db: DatabaseSync

  constructor(db: DatabaseSync) {
    this.db = db
  }

  /** Stores a mail, or counts it where the same recipients already have it. */
  add(mail: Omit<Mail, 'id' | 'deliveries'>): void {
    const recipients = JSON.stringify(mail.to)
    const again = this.db
      .prepare(
        `update mails set mail = json_set(mail, '$.deliveries', json_extract(mail, '$.deliveries') + 1)
         where json_extract(mail, '$.messageId') = ? and recipients = ?`,
      )
      .run(mail.messageId || null, recipients)
    if (again.changes > 0) return
    this.db
      .prepare('insert into mails (recipients, mail) values (?, ?)')
      .run(recipients, JSON.stringify({ ...mail, deliveries: 1 }))
  }

  /** The newest 200 mails, newest first; those to one address (any case) when `to` is given. */
  list(to?: string): Mail[] {
    const rows = this.db
      .prepare(
        `select id, mail from mails
         where ?1 is null or exists (select 1 from json_each(recipients) where value = ?1)
         order by id desc limit ?2`,
      )
      .all(to?.toLowerCase() ?? null, NEWEST)
    return rows.map(mailOf)
  }

  find(id: number): Mail | undefined {
    const row = this.db.prepare('select id, mail from mails where id = ?').get(id)
    return row === undefined ? undefined : mailOf(row)
  }

  clear(): void {
    this.db.exec('delete from mails')
  }
}

function mailOf(row: Record<string, unknown>): Mail {
  return { id: Number(row.id), ...(JSON.parse(String(row.mail)) as Omit<Mail, 'id'>) }
}
