/** The auth door's mails, put into the outbox in the reader's language. */
import type { AuthMail, AuthNotice, LinkToken } from '../../doors/auth/options.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { enqueueMail, type MailTemplate } from '../outbox.ts'

const TEMPLATE: Record<AuthMail['kind'], MailTemplate> = {
  confirmation: 'confirmation',
  recovery: 'recovery',
  magiclink: 'magiclink',
  email_change: 'email_change',
  email_change_current: 'email_change_current',
  invite: 'invite',
  reauthentication: 'reauthentication',
}

export async function enqueueAuthMail(tx: Tx, mail: AuthMail, publicUrl: string): Promise<void> {
  const link = mail.linkToken && linkPage(mail.linkToken, publicUrl)
  await enqueueMail(tx, {
    to: mail.to,
    language: mail.user.metadata.language === 'en' ? 'en' : 'pt',
    template: TEMPLATE[mail.kind],
    data: { code: mail.code, ...(link && { link }), ...(mail.newEmail && { email: mail.newEmail }) },
  })
}

/**
 * The link in a mail: a page with one button, which sends the token (decision 016). The token is in the fragment, so
 * that neither a server log nor a mail scanner that fetches the address ever has it.
 */
function linkPage({ tokenHash, type, redirectTo }: LinkToken, publicUrl: string): string {
  const token = new URLSearchParams({ token_hash: tokenHash, type, redirect_to: redirectTo })
  return `${publicUrl}/link#${token}`
}

/** The link that takes a change back stands in a fragment too, and its page asks before it does anything. */
export async function enqueueAuthNotice(tx: Tx, notice: AuthNotice, publicUrl: string): Promise<void> {
  const { provider } = notice.data
  await enqueueMail(tx, {
    to: notice.to,
    language: notice.user.metadata.language === 'en' ? 'en' : 'pt',
    template: `notice_${notice.kind}`,
    data: {
      ...notice.data,
      ...(notice.undoToken && { link: `${publicUrl}/not-me#${notice.undoToken}` }),
      ...(provider && { provider: provider.replace(/^./, (letter) => letter.toUpperCase()) }),
    },
  })
}
