/**
 * The mail servers of the people we write to. Where the part before the @ begins with `unknown.` the recipient is refused at
 * once; with `returned.` the mail is taken and comes back later (RFC 3464); and whoever reads a mail may call it unwanted
 * (RFC 5965). What comes back is handed to the product as its own mail server would, with `curl --data-binary`.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { postWebhook } from '../post-webhook.ts'
import type { Mail } from './inbox.ts'

export type ReportsTo = { url: string; secret: string }

const TRIES = 10
const PAUSE_MS = 1000

export const isUnknown = (address: string) => address.startsWith('unknown.')
export const comesBack = (address: string) => address.startsWith('returned.')

/** Tried again while the product is away, as a mail server's queue would. */
export async function report(
  { url, secret }: ReportsTo,
  kind: 'returned' | 'unwanted',
  mail: Pick<Mail, 'to' | 'from' | 'messageId'>,
  closing: AbortSignal,
): Promise<void> {
  const headers = { 'content-type': 'message/rfc822', authorization: `Bearer ${secret}` }
  for (let left = TRIES; left > 0 && !closing.aborted; left--) {
    if ((await postWebhook(url, reportOf(kind, mail), headers, closing)).ok) return
    await sleep(PAUSE_MS, undefined, { signal: closing }).catch(() => undefined)
  }
}

function reportOf(
  kind: 'returned' | 'unwanted',
  { to: [to = ''], from, messageId }: Pick<Mail, 'to' | 'from' | 'messageId'>,
): string {
  const [type, said, fields] =
    kind === 'returned'
      ? [
          'delivery-status',
          'This is the mail system. There is no such mailbox.',
          [
            'Reporting-MTA: dns; mx.example.com',
            '',
            `Final-Recipient: rfc822; ${to}`,
            'Action: failed',
            'Status: 5.1.1',
            `Diagnostic-Code: smtp; 550 5.1.1 <${to}>: Recipient address rejected`,
          ],
        ]
      : [
          'feedback-report',
          'This is a report about a mail that its reader calls unwanted.',
          ['Feedback-Type: abuse', 'User-Agent: Emulator/1.0', 'Version: 1'],
        ]
  return [
    'From: Mail Delivery System <MAILER-DAEMON@mx.example.com>',
    `To: ${from}`,
    'Subject: Report',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${type}; boundary="part"`,
    '',
    '--part',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    said,
    '--part',
    `Content-Type: message/${type}`,
    '',
    ...fields,
    '',
    '--part',
    'Content-Type: text/rfc822-headers',
    '',
    `From: ${from}`,
    `To: ${to}`,
    `Message-ID: ${messageId}`,
    '',
    '--part--',
    '',
  ].join('\r\n')
}
