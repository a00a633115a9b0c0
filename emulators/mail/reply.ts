/** Somebody answers a mail of the inbox: the product is told as Postmark tells of inbound mail. */
import { randomUUID } from 'node:crypto'
import type { Handler } from 'hono'
import { postWebhook } from '../post-webhook.ts'
import type { Inbox } from './inbox.ts'

type Answer = { id: number; text?: string; html?: string; messageId?: string; automatic?: boolean }

/** `{id, text, html, messageId, automatic}`: `messageId` the same again is the same mail, told once more. */
export function replyTo(inbox: Inbox, webhook: string, closing: AbortSignal): Handler {
  const { username, password, href } = new URL(webhook)
  const address = href.replace(`${username}:${password}@`, '')
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  return async (c) => {
    const { id, text = '', html = '', messageId = randomUUID(), automatic } = (await c.req.json()) as Answer
    const mail = inbox.find(id)
    if (!mail) return c.json({ error: 'No such message' }, 404)
    const to = mail.replyTo || mail.from
    const told = JSON.stringify({
      MessageID: messageId,
      From: mail.to[0],
      FromFull: { Email: mail.to[0], Name: '', MailboxHash: '' },
      To: to,
      ToFull: [{ Email: to, Name: '', MailboxHash: '' }],
      OriginalRecipient: to,
      Subject: `Re: ${mail.subject}`,
      TextBody: text,
      HtmlBody: html,
      StrippedTextReply: '',
      Headers: automatic ? [{ Name: 'Auto-Submitted', Value: 'auto-replied' }] : [],
      Attachments: [],
    })
    const headers = { 'content-type': 'application/json', authorization }
    return c.json(await postWebhook(address, told, headers, closing))
  }
}
