/** Takes every e-mail by SMTP, keeps it, and shows it: an inbox page for people, JSON for tests. */
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { Control } from '../control.ts'
import { openDatabase } from '../database.ts'
import type { Emulator } from '../emulator.ts'
import { Inbox, MAIL_SCHEMA, type Mail } from './inbox.ts'
import { inboxPage, messagePage } from './inbox-page.ts'
import { replyTo } from './reply.ts'
import { type ReportsTo, report } from './reports.ts'
import { createSmtp } from './smtp.ts'

export type MailOptions = {
  dataDir: string
  /** The address of `/mail` as a browser sees it. */
  publicUrl: string
  /** The SMTP port on 127.0.0.1; 0 takes a free one. */
  smtpPort: number
  /** Where mails that come back are handed to. */
  reports: ReportsTo
  /** Where answers are told, in the way of Postmark: user and password are in the address. */
  webhook: string
}

/** Starts the SMTP server too. @throws when its port is taken. */
export async function createMail(options: MailOptions): Promise<Emulator & { smtpPort: number }> {
  const db = openDatabase(options.dataDir, 'mail', MAIL_SCHEMA)
  const inbox = new Inbox(db)
  const control = new Control(db, ['fail', 'delay'])
  const closing = new AbortController()
  const handBack = (kind: 'returned' | 'unwanted', mail: Omit<Mail, 'id' | 'deliveries'>) =>
    void report(options.reports, kind, mail, closing.signal)
  const smtp = createSmtp(inbox, control, (mail) => handBack('returned', mail))
  await new Promise<void>((resolve, reject) => {
    smtp.on('error', reject)
    smtp.listen(options.smtpPort, '127.0.0.1', () => {
      smtp.off('error', reject)
      // A client that disconnects in the middle is not our fault, but worth a log line.
      smtp.on('error', (error) => console.error(`mail: ${error.message}`))
      resolve()
    })
  })

  const app = new Hono()
  app.get('/', (c) => c.html(inboxPage(inbox.list(c.req.query('to')), options.publicUrl)))
  app.get('/messages', (c) => c.json(inbox.list(c.req.query('to'))))
  app.get('/messages/:id', (c) => {
    const mail = inbox.find(Number(c.req.param('id')))
    return mail === undefined ? c.json({ error: 'No such message' }, 404) : c.json(mail)
  })
  app.get('/read/:id', (c) => {
    const mail = inbox.find(Number(c.req.param('id')))
    return mail === undefined ? c.text('No such message', 404) : c.html(messagePage(mail, options.publicUrl))
  })
  const door = control.routes(() => inbox.clear())
  door.post('/fail-next', (c) => {
    control.script({ outcome: 'fail', delay_ms: 0 })
    return c.json({ ok: true })
  })
  door.post('/unwanted/:id', (c) => {
    const mail = inbox.find(Number(c.req.param('id')))
    if (!mail) return c.json({ error: 'No such message' }, 404)
    handBack('unwanted', mail)
    return c.json({ ok: true })
  })
  door.post('/reply', replyTo(inbox, options.webhook, closing.signal))
  app.route('/_control', door)

  return {
    app,
    smtpPort: (smtp.server.address() as AddressInfo).port,
    async close() {
      closing.abort()
      await new Promise<void>((resolve) => smtp.close(resolve))
      db.close()
    },
  }
}
