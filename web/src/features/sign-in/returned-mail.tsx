import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { config } from '../../lib/config.ts'
import { paths } from '../../lib/paths.ts'
import { Notice } from '../../ui/notice.tsx'
import { type AwaitedMail, NOTHING_KNOWN, readAwaited } from './api.ts'

/** A mail comes back, or is read, within seconds or hours later: asked often at first, and then now and then. */
const OFTEN_MS = 4_000
const SELDOM_MS = 30_000
const OFTEN = 30

/** The mail that somebody waits for: of a sign-up, which may also be confirmed elsewhere, or with a link to a new password. */
export type MailAwaited = 'sign-up' | 'recovery'

/** What became of the mail that somebody waits for in this browser; nothing is known while nobody answers. */
export function useAwaitedMail(email: string | undefined, of: MailAwaited): AwaitedMail {
  const [heard, setHeard] = useState<{ email: string; news: AwaitedMail }>()
  useEffect(() => {
    if (email === undefined) return
    const over = new AbortController()
    let next: ReturnType<typeof setTimeout> | undefined
    async function ask(address: string, times: number) {
      const news = await readAwaited(address, over.signal)
      if (over.signal.aborted) return
      if (news.isReturned || (of === 'sign-up' && news.signUp)) setHeard({ email: address, news })
      else next = setTimeout(() => void ask(address, times + 1), times < OFTEN ? OFTEN_MS : SELDOM_MS)
    }
    void ask(email, 1)
    return () => {
      over.abort()
      clearTimeout(next)
    }
  }, [email, of])
  return heard && heard.email === email ? heard.news : NOTHING_KNOWN
}

type ReturnedMailProps = { email: string; of: MailAwaited }

/** What somebody can do whose mail will never arrive. */
export function ReturnedMail({ email, of }: ReturnedMailProps) {
  const { t } = useTranslation('sign-in')
  const isSignUp = of === 'sign-up'
  return (
    <Notice tone="loss">
      <span className="[overflow-wrap:anywhere]">
        {t(isSignUp ? 'returned.signUp' : 'returned.recovery', { email })}
      </span>{' '}
      {isSignUp ? (
        <Link to={paths.register} className="link">
          {t('returned.again')}
        </Link>
      ) : (
        <a className="link" href={`mailto:${config().supportEmail}`}>
          {t('login.writeToSupport')}
        </a>
      )}
    </Notice>
  )
}
