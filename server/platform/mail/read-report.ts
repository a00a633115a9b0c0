/** Reads what mail servers report about a mail of ours: that it was returned (RFC 3464), or called unwanted (RFC 5965). */
import PostalMime, { type Attachment } from 'postal-mime'

export type MailReport =
  /** `status`: its enhanced status code, e.g. 5.1.1 (RFC 3463). */
  { kind: 'returned'; messageId: string; status: string } | { kind: 'unwanted'; messageId: string }

/** `messageId` is what stands before the @ of ours. Null for any other mail, and for a report that names none of ours. */
export async function readMailReport(raw: Uint8Array): Promise<MailReport | null> {
  const { attachments } = await PostalMime.parse(raw, {
    forceRfc822Attachments: true,
    attachmentEncoding: 'utf8',
    maxNestingDepth: 8,
    maxHeadersSize: 64 * 1024,
  })
  const part = (...types: string[]) => textOf(attachments.find(({ mimeType }) => types.includes(mimeType)))
  const messageId = field(part('message/rfc822', 'text/rfc822-headers'), 'message-id')
  const ours = /^<([0-9a-f]{32})@[^@\s<>]+>$/.exec(messageId)?.[1]
  if (!ours) return null
  const delivery = part('message/delivery-status')
  const status = /^5\.\d{1,3}\.\d{1,3}$/.exec(field(delivery, 'status'))?.[0]
  if (status && field(delivery, 'action') === 'failed') return { kind: 'returned', messageId: ours, status }
  const feedback = field(part('message/feedback-report'), 'feedback-type')
  return feedback === 'abuse' ? { kind: 'unwanted', messageId: ours } : null
}

function textOf(part: Attachment | undefined): string {
  return typeof part?.content === 'string' ? part.content : ''
}

/** The first field of that name, in lower case, without what a mail server adds in brackets; empty where there is none. */
function field(text: string, name: string): string {
  const line = new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(text)?.[1] ?? ''
  return line
    .replace(/\s*\([^)]*\)\s*$/, '')
    .trim()
    .toLowerCase()
}
