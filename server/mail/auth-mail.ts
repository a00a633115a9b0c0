/** The auth door's mails, put into the outbox in the reader's language. */
import type { AuthMail, AuthNotice } from '../auth/options.ts'
import type { Tx } from '../db/sql.ts'
import { enqueueMail, type MailTemplate } from '../outbox.ts'

const TEMPLATE: Record<AuthMail['kind'], MailTemplate> = {
  confirmation: 'confirmation',
  recovery: 'recovery',
  magiclink: 'magiclink',
  email_change: 'email_change',
  email_change_current: 'email_change',
  invite: 'invite',
  reauthentication: 'reauthentication',
}

export async function enqueueAuthMail(tx: Tx, mail: AuthMail): Promise<void> {
  await enqueueMail(tx, {
    to: mail.to,
    language: mail.user.metadata.language === 'en' ? 'en' : 'pt',
    template: TEMPLATE[mail.kind],
    data: { code: mail.code, ...(mail.link ? { link: mail.link } : {}) },
  })
}

export async function enqueueAuthNotice(tx: Tx, notice: AuthNotice): Promise<void> {
  const { provider } = notice.data
  await enqueueMail(tx, {
    to: notice.to,
    language: notice.user.metadata.language === 'en' ? 'en' : 'pt',
    template: `notice_${notice.kind}`,
    data: {
      ...notice.data,
      ...(provider && { provider: provider.replace(/^./, (letter) => letter.toUpperCase()) }),
    },
  })
}
