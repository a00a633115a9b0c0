/** The kept e-mails. */
import type { DatabaseSync } from 'node:sqlite'

export type Mail = {
  id: number
  /** Every address the mail was delivered to, in lower case. */
  to: string[]
  from: string
  subject: string
  text: string
  html: string
  /** Every http(s) address in the mail, in order, once. */
  links: string[]
  /** ISO 8601, UTC. */
  receivedAt: string
}

export const MAIL_SCHEMA = `
  create table if not exists mails (id integer primary key autoincrement, recipients text not null, mail text not null);
`

const NEWEST = 200

export class Inbox {
  private readonly db: DatabaseSync

  constructor(db: DatabaseSync) {
    this.db = db
  }

  add(mail: Omit<Mail, 'id'>): void {
    this.db
      .prepare('insert into mails (recipients, mail) values (?, ?)')
      .run(JSON.stringify(mail.to), JSON.stringify(mail))
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
