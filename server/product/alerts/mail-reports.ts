/**
 * POST /webhooks/mail-reports: what came back to the address that we send from, handed over as it came (message/rfc822) by
 * the mail server, with MAIL_REPORTS_SECRET. It names a mail by its Message-ID, which only its recipient's servers have seen;
 * nothing else in it is believed.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, Handler, MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import { ALERT_TOPICS } from '#domain/alert.ts'
import type { ServerContext } from '../../context.ts'
import { parseRow, parseRows } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { limitBody } from '../../platform/http/body-limit.ts'
import type { MailReport } from '../../platform/mail/read-report.ts'
import { isNoMailbox, noteReturned } from '../../platform/mail/returned-mails.ts'
import { isSameText } from '../../platform/same-text.ts'
import { setAlert } from './settings.ts'

/** Mail servers send the beginning of a returned mail, not all of it. */
const MAX_REPORT_BYTES = 256 * 1024
/** A mail is noted once its server has taken it, and what it says of it may be here before: looked for again, so often. */
const LOOKS = 10
const LOOK_PAUSE_MS = 500

/** Answers 200 whether or not the report was about a mail of ours: the mail server has done its part. */
export function mailReports(ctx: ServerContext): [MiddlewareHandler, MiddlewareHandler, Handler] {
  return [
    authorize(ctx),
    limitBody(MAX_REPORT_BYTES, (c) => c.json({ error: 'too large' }, 413)),
    async (c) => {
      const report = await readReport(c)
      if (!report) return c.json({ error: 'no report about a mail of ours' }, 400)
      await applyReport(ctx.sql, report)
      return c.json({ received: true })
    },
  ]
}

function authorize({ env }: ServerContext): MiddlewareHandler {
  const secret = env.MAIL_REPORTS_SECRET
  return async (c, next) => {
    const given = c.req.header('authorization') ?? ''
    const isKnown = secret !== undefined && isSameText(given, `Bearer ${secret}`)
    return isKnown ? next() : c.json({ error: 'unauthorized' }, 401)
  }
}

async function readReport(c: Context): Promise<MailReport | null> {
  const { readMailReport } = await import('../../platform/mail/read-report.ts')
  // What cannot be read as a mail is no report.
  return readMailReport(new Uint8Array(await c.req.arrayBuffer())).catch(() => null)
}

/** A mail that its reader calls unwanted ends the alerts of theirs by mail; mails about money and access still come. */
async function applyReport(sql: Sql, report: MailReport): Promise<void> {
  const recipient = await recipientOf(sql, report.messageId)
  if (!recipient) return
  if (report.kind === 'returned') {
    if (isNoMailbox(report.status)) await noteReturned(sql, recipient, report.status)
    return
  }
  const readers = parseRows(
    v.object({ uid: v.string() }),
    await sql`select uid from users where email = ${recipient}`,
  )
  for (const { uid } of readers)
    for (const topic of ALERT_TOPICS) await setAlert(sql, uid, { topic, channel: 'mail', on: false })
}

/** Null where it is no mail of ours, or one to somebody whose account was erased. */
async function recipientOf(sql: Sql, messageId: string): Promise<string | null> {
  for (let left = LOOKS; ; left--) {
    const sent = parseRow(
      v.object({ recipient: v.nullable(v.string()) }),
      await sql`select recipient from private.sent_mails where message_id = ${messageId}`,
    )
    if (sent || left === 0) return sent?.recipient ?? null
    await sleep(LOOK_PAUSE_MS)
  }
}
