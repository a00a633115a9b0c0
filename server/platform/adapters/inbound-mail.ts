/** Mail that arrives for us, as Postmark's inbound webhook tells it: one call for each mail, with HTTP Basic in its address. */
import * as v from 'valibot'
import type { Env } from '../../env.ts'
import { isSameText } from '../same-text.ts'

export type MailedFile = {
  name: string
  /** In base64. */
  content: string
}

export type InboundMail = {
  /** The provider's name for it, the same however often it is told. */
  id: string
  from: string
  /** Every address it was sent to, in lower case. */
  to: string[]
  /** Null where the mail is a page only. */
  text: string | null
  html: string | null
  files: MailedFile[]
  /** Written by a machine: an absence, a notice of delivery (RFC 3834). */
  isAutomatic: boolean
}

const address = v.object({ Email: v.pipe(v.string(), v.maxLength(320)) })
const telling = v.object({
  MessageID: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  FromFull: address,
  ToFull: v.pipe(v.array(address), v.maxLength(50)),
  OriginalRecipient: v.optional(v.string(), ''),
  TextBody: v.optional(v.string(), ''),
  HtmlBody: v.optional(v.string(), ''),
  Attachments: v.optional(v.array(v.object({ Name: v.string(), Content: v.string() })), []),
  Headers: v.optional(v.array(v.object({ Name: v.string(), Value: v.string() })), []),
})

export type InboundMails = {
  /** Whether the caller knows the secret in the webhook's address; nobody does where none is set. */
  knowsSecret: (authorization: string | undefined) => boolean
  /** Null where it is no such call. */
  read: (body: string) => InboundMail | null
}

export function createInboundMails({ MAIL_WEBHOOK_SECRET: secret }: Env): InboundMails {
  return { knowsSecret: (given) => isSecret(secret, given), read }
}

function read(body: string): InboundMail | null {
  const told = v.safeParse(v.pipe(v.string(), v.parseJson(), telling), body)
  if (!told.success) return null
  const { MessageID, FromFull, ToFull, OriginalRecipient, TextBody, HtmlBody, Attachments, Headers } =
    told.output
  return {
    id: MessageID,
    from: FromFull.Email,
    to: [OriginalRecipient, ...ToFull.map(({ Email }) => Email)].map((one) => one.toLowerCase()),
    text: TextBody.trim() ? TextBody : null,
    html: HtmlBody.trim() ? HtmlBody : null,
    files: Attachments.map(({ Name, Content }) => ({ name: Name, content: Content })),
    isAutomatic: Headers.some(({ Name, Value }) => isOfMachine(Name.toLowerCase(), Value.toLowerCase())),
  }
}

function isOfMachine(name: string, value: string): boolean {
  if (name === 'auto-submitted') return value !== 'no'
  if (name === 'precedence') return ['bulk', 'junk', 'auto_reply', 'list'].includes(value)
  return name === 'x-autoreply' || name === 'x-autorespond'
}

function isSecret(secret: string | undefined, authorization: string | undefined): boolean {
  if (!secret) return false
  const wanted = `Basic ${Buffer.from(`mail:${secret}`).toString('base64')}`
  return isSameText(authorization ?? '', wanted)
}
