/** Outgoing mail by SMTP. */
import nodemailer from 'nodemailer'
import type { Env } from '../../env.ts'

export type Mail = { to: string; subject: string; text: string; html: string }
export type Mailer = {
  /** `messageId`: the part before the @, the same however often this mail is sent. */
  send: (mail: Mail & { messageId: string }) => Promise<void>
}

/** A mail server that hangs must not block the worker. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

export function createMailer(env: Pick<Env, 'SMTP_URL' | 'MAIL_FROM'>): Mailer {
  const transport = nodemailer.createTransport({ url: env.SMTP_URL, ...PATIENCE })
  const [, host = 'localhost'] = /@([^@>\s]+)>?\s*$/.exec(env.MAIL_FROM) ?? []
  return {
    async send({ messageId, ...mail }) {
      await transport.sendMail({ from: env.MAIL_FROM, ...mail, messageId: `<${messageId}@${host}>` })
    },
  }
}
