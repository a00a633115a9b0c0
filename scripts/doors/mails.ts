/** The auth door's mails where it stands alone: plain ones, sent while the request waits, as GoTrue does. */
import { createTransport } from 'nodemailer'
import type { AuthDoorOptions } from '#server/doors/auth/door.ts'
import type { DoorsEnv } from './env.ts'

const SUBJECTS = {
  confirmation: 'Confirm Your Email',
  recovery: 'Reset Your Password',
  magiclink: 'Your Magic Link',
  email_change: 'Confirm Email Change',
  email_change_current: 'Confirm Email Change',
  invite: 'You have been invited',
  reauthentication: 'Confirm reauthentication',
} as const

/** Without GOTRUE_SMTP_HOST nothing is sent. */
export function createMails(env: DoorsEnv): Pick<AuthDoorOptions, 'enqueueMail' | 'enqueueNotice'> {
  const host = env.GOTRUE_SMTP_HOST
  const transport = host ? createTransport({ host, port: env.GOTRUE_SMTP_PORT, ignoreTLS: true }) : null
  return {
    async enqueueMail(_tx, { kind, to, link, code }) {
      await transport?.sendMail({
        from: env.GOTRUE_SMTP_ADMIN_EMAIL,
        to,
        subject: SUBJECTS[kind],
        text: [link, `Or enter the code: ${code}`].filter(Boolean).join('\n\n'),
      })
    },
    enqueueNotice: async () => undefined,
  }
}
