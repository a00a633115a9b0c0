/**
 * Addresses that take no mail. Only what says that there is no such mailbox counts (RFC 3463): a full one, a server that is
 * away, or a refusal of what we sent says nothing about the address.
 */
import * as v from 'valibot'
import type { Sql } from '../db/sql.ts'

const NO_SUCH_MAILBOX = /^5\.(1\.(1|2|3|6|10)|2\.1)$/

/** Whether an enhanced status code (RFC 3463, RFC 7505) says that nobody will ever read there. */
export function isNoMailbox(status: string): boolean {
  return NO_SUCH_MAILBOX.test(status)
}

const refusedRecipient = v.object({
  command: v.literal('RCPT TO'),
  response: v.pipe(v.string(), v.regex(/^5\d\d[ -]5\.\d{1,3}\.\d{1,3}\b/)),
})

/** The status with which a mail server refused the recipient at once; null for every other failure of a sending. */
export function statusOfRefusal(fault: unknown): string | null {
  const refused = v.safeParse(refusedRecipient, fault)
  const status = refused.success ? refused.output.response.slice(4).split(/\s/)[0] : undefined
  return status && isNoMailbox(status) ? status : null
}

export async function isReturned(sql: Sql, address: string): Promise<boolean> {
  return (await sql`select from private.returned_mails where address = ${address.toLowerCase()}`).length > 0
}

export async function noteReturned(sql: Sql, address: string, status: string): Promise<void> {
  await sql`select private.note_returned_mail(${address.toLowerCase()}, ${status})`
}
