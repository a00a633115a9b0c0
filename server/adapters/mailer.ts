/** Outgoing mail by SMTP. */
import nodemailer from 'nodemailer'
import type { Env } from '../env.ts'

export type Mail = { to: string; subject: string; text: string; html: string }
export type Mailer = { send: (mail: Mail) => Promise<void> }

export function createMailer(env: Env): Mailer {
  const transport = nodemailer.createTransport(env.SMTP_URL)
  return {
    async send(mail) {
      await transport.sendMail({ from: env.MAIL_FROM, ...mail })
    },
  }
}
