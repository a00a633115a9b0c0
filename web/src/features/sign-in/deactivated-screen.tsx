import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { formatBRL } from '#domain/money.ts'
import { config } from '../../lib/config.ts'
import { unbroken } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../session/provider.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AuthPanel } from './auth-panel.tsx'

/** `/deactivated` — where whoever deactivated their account ends: what happened, and how what was left is had. */
export function DeactivatedScreen() {
  const { t } = useTranslation('sign-in')
  const { state, leave } = useSession()
  const left = Number(useLocation().state?.left ?? 0)
  // Its sessions ended on the server with the account; only here does nothing behind it redirect elsewhere.
  const isHere = state.phase === 'signed-in' && !state.profile.is_active
  useEffect(() => {
    if (isHere) leave()
  }, [isHere, leave])
  const support = config().supportEmail
  return (
    <AuthPanel
      title={t('deactivated.title')}
      footer={
        <Link className="link" to={paths.login}>
          {t('deactivated.home')}
        </Link>
      }
    >
      <div className="flex flex-col gap-5">
        <p>{t('deactivated.text')}</p>
        {left > 0 && (
          <Notice>{t('deactivated.money', { amount: unbroken(formatBRL(left)), support })}</Notice>
        )}
        <a className="link inline-flex min-h-11 items-center self-start" href={`mailto:${support}`}>
          {t('login.writeToSupport')}
        </a>
      </div>
    </AuthPanel>
  )
}
