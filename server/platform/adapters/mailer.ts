/** Outgoing mail by SMTP. */
import type { Transporter } from 'nodemailer'
import type { Env } from '../../env.ts'

export type Mail = { to: string; subject: string; text: string; html: string }
export type Mailer = {
  /** `messageId`: the part before the @, the same however often this mail is sent. */
  send: (mail: Mail & { messageId: string }) => Promise<void>
}

/** A mail server that hangs must not block the worker. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

export function createMailer(env: Pick<Env, 'SMTP_URL' | 'MAIL_FROM'>): Mailer {
  let connected: Promise<Transporter> | undefined
  const transport = () => {
    connected ??= connect(env.SMTP_URL)
    return connected
  }
  const [, host = 'localhost'] = /@([^@>\s]+)>?\s*$/.exec(env.MAIL_FROM) ?? []
  return {
    async send({ messageId, ...mail }) {
      await (await transport()).sendMail({
        from: env.MAIL_FROM,
        ...mail,
        messageId: `<${messageId}@${host}>`,
      })
    },
  }
}

/** Once, with the first mail: a server's start waits for nothing that only some of its work needs. */
async function connect(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({ url, ...PATIENCE })
}
