import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { config } from '../../lib/config.ts'
import { paths } from '../../lib/paths.ts'
import { Notice } from '../../ui/notice.tsx'
import { isReturnedTo } from './api.ts'

/** A mail comes back within seconds, or hours later: asked often at first, and then now and then. */
const OFTEN_MS = 4_000
const SELDOM_MS = 30_000
const OFTEN = 30

/** Whether the mail that somebody waits for in this browser has come back; unknown, and so no, while nobody answers. */
export function useIsReturned(email: string | undefined): boolean {
  const [returned, setReturned] = useState<string>()
  useEffect(() => {
    if (email === undefined) return
    const over = new AbortController()
    let next: ReturnType<typeof setTimeout> | undefined
    async function ask(address: string, times: number) {
      const isReturned = await isReturnedTo(address, over.signal)
      if (over.signal.aborted) return
      if (isReturned) setReturned(address)
      else next = setTimeout(() => void ask(address, times + 1), times < OFTEN ? OFTEN_MS : SELDOM_MS)
    }
    void ask(email, 1)
    return () => {
      over.abort()
      clearTimeout(next)
    }
  }, [email])
  return email !== undefined && returned === email
}

type ReturnedMailProps = { email: string; of: 'sign-up' | 'recovery' }

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
