/** Outgoing mail by SMTP. */
import type { Transporter } from 'nodemailer'
import type { Env } from '../../env.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** Where its answer goes, if not to the sender. */
  replyTo?: string
  /** Where its reader ends mails of its kind, with one tap in their mailbox (RFC 2369, RFC 8058). */
  unsubscribe?: string
}
export type Mailer = {
  /** `messageId`: the part before the @, the same however often this mail is sent. */
  send: (mail: Mail & { messageId: string }) => Promise<void>
}

/** A mail server that hangs must not block the worker. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

export function createMailer(env: Pick<Env, 'SMTP_URL' | 'SMTP_TLS' | 'MAIL_FROM'>): Mailer {
  let connected: Promise<Transporter> | undefined
  const transport = () => {
    connected ??= connectMail(env)
    return connected
  }
  const host = senderDomain(env.MAIL_FROM) ?? 'localhost'
  return {
    async send({ messageId, unsubscribe, ...mail }) {
      await (await transport()).sendMail({
        from: env.MAIL_FROM,
        ...mail,
        ...(unsubscribe && {
          headers: {
            'List-Unsubscribe': `<${unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          },
        }),
        messageId: `<${messageId}@${host}>`,
      })
    },
  }
}

/** Once, with the first mail: a server's start waits for nothing that only some of its work needs. */
export async function connectMail({
  SMTP_URL: url,
  SMTP_TLS: tls,
}: Pick<Env, 'SMTP_URL' | 'SMTP_TLS'>): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({ url, requireTLS: tls === 'required', ...PATIENCE })
}

/** `Tune <ola@tune.com.br>` → `tune.com.br`; null without one. */
export function senderDomain(from: string): string | null {
  return /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? null
}
