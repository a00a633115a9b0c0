import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { balanceQuery } from '../../lib/balance.ts'
import { paths } from '../../lib/paths.ts'
import { Notice } from '../../ui/notice.tsx'

/** A wallet below zero cannot spend: every screen says why, and what to do. */
export function OverdrawnNotice() {
  const { t } = useTranslation('layout')
  const { data } = useQuery(balanceQuery)
  if (!data || data.balance >= 0) return null
  return (
    <div className="mb-8">
      <Notice tone="loss">
        <p>{t('balance.overdrawn')}</p>
        <Link to={paths.deposit} className="link inline-flex min-h-11 items-center text-text">
          {t('balance.deposit')}
        </Link>
      </Notice>
    </div>
  )
}
