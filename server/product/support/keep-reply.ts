/** Keeps what somebody answered by mail, once, and has their request wait again. */
import * as v from 'valibot'
import { attachmentName } from '#domain/attachment.ts'
import { replyIn, textOfPage } from '#domain/mail-reply.ts'
import { MESSAGE_MAX } from '#domain/request.ts'
import { isVisible, withoutUnseen } from '#domain/visible.ts'
import type { ServerContext } from '../../context.ts'
import type { InboundMail } from '../../platform/adapters/inbound-mail.ts'
import { parseRow, parseSoleRow, rowId } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { withRetries } from '../../platform/db/transact.ts'
import type { Request } from './files.ts'
import { type Clean, type MailedFiles, nameMailed, removeMailed, storeMailed } from './mailed-files.ts'
import { tokenIn } from './reply-address.ts'

/** More than anybody writes in an hour; enough to end two machines that answer one another. */
const MOST_IN_AN_HOUR = 20
/** A page is read this far: what a person has written stands at its beginning. */
const PAGE_MAX = 200_000

type Outcome = 'kept' | 'kept before' | 'automatic' | 'of no conversation' | 'empty' | 'too many'

export async function keepReply(ctx: ServerContext, mail: InboundMail, clean: Clean): Promise<Outcome> {
  const { sql, env, files } = ctx
  if (mail.isAutomatic) return 'automatic'
  const token = tokenIn(env, mail.to)
  if (!token) return 'of no conversation'
  const message = messageOf(mail)
  if (!message) return 'empty'
  // Nothing that strangers send is decoded before it is known to belong here.
  if (!(await isExpected(sql, token, mail.id))) return keepText(sql, token, mail, message, NO_FILES)
  const mailed = await storeMailed(files, mail.files, clean)
  const outcome = await keepText(sql, token, mail, message, mailed)
  if (outcome !== 'kept') await removeMailed(files, mailed)
  return outcome
}

const NO_FILES: MailedFiles = { stored: [], refused: 0 }

/** What the person wrote; a mail that brings nothing but files says what they are called. */
function messageOf({ text, html, files }: InboundMail): string {
  const written = text ?? textOfPage((html ?? '').slice(0, PAGE_MAX))
  const message = withoutUnseen(replyIn(written.slice(0, PAGE_MAX), MESSAGE_MAX))
  return isVisible(message)
    ? message
    : files
        .map(({ name }) => attachmentName(name))
        .join('\n')
        .slice(0, MESSAGE_MAX)
}

/** Whether there is such a conversation, which has not had this mail. */
async function isExpected(sql: Sql, token: string, mail: string): Promise<boolean> {
  const found = await sql`
    select from private.support_threads
    where token = ${token} and not exists (select from private.support_replies where mail_id = ${mail})`
  return found.length > 0
}

function keepText(
  sql: Sql,
  token: string,
  mail: InboundMail,
  message: string,
  mailed: MailedFiles,
): Promise<Outcome> {
  return withRetries(sql, async (tx) => {
    const request = await lockRequestOf(tx, token)
    if (!request) return 'of no conversation'
    const known = await tx`select from private.support_replies where mail_id = ${mail.id}`
    if (known.length > 0) return 'kept before'
    const [use] = await tx<{ uses: number }[]>`
      select private.count_use(${`support-mail:${request.id}`}, 'hour') as uses`
    if ((use?.uses ?? 0) > MOST_IN_AN_HOUR) return 'too many'
    const reply = parseSoleRow(
      v.object({ id: rowId }),
      await tx`
        insert into private.support_replies (request_id, mail_id, sender, message, files_refused)
        values (${request.id}, ${mail.id}, ${mail.from}, ${message}, ${mailed.refused}) returning id`,
    )
    await nameMailed(tx, request, { reply: reply.id }, mailed)
    if (request.status !== 'new')
      await tx`update support_requests set status = 'new' where id = ${request.id}`
    return 'kept'
  })
}

/** Locked, so that an answer, a closing and a reply at once come one after the other. */
async function lockRequestOf(tx: Tx, token: string): Promise<(Request & { status: string }) | undefined> {
  return parseRow(
    v.object({ id: rowId, person: v.string(), status: v.string() }),
    await tx`
      select requests.id, requests.user_id as person, requests.status
      from private.support_threads
      join support_requests requests on requests.id = request_id
      where token = ${token}
      for update of requests`,
  )
}
