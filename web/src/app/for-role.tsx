import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallName } from '#server/product/calls.ts'
import { officeQuery } from '../back-office/office.tsx'
import { paths } from '../lib/paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { Loader } from '../ui/loader.tsx'
import { ScreenTitle } from '../ui/screen-title.tsx'

/** A screen of the back office, for roles that include one of the calls it lives by; anybody else is told whose it is. */
export function ForRole({ calls, children }: { calls: readonly CallName[]; children: ReactNode }) {
  const { t } = useTranslation('back-office')
  const { data, isError, isFetching, refetch } = useQuery(officeQuery)
  if (!data) {
    if (!isError) return <Loader />
    return <Failure message={t('loadFailed')} onRetry={() => void refetch()} retrying={isFetching} />
  }
  if (calls.some((call) => data.calls.includes(call))) return children
  return (
    <div className="flex flex-col items-start gap-6">
      <ScreenTitle>{t('otherRole.title')}</ScreenTitle>
      <p className="max-w-prose text-muted">{t('otherRole.text', { role: t(`roles.${data.role}`) })}</p>
      <ButtonLink to={paths.adminDashboard}>{t('nowhere.back')}</ButtonLink>
    </div>
  )
}
