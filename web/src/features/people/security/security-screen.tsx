import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { config } from '../../../lib/config.ts'
import { paths } from '../../../lib/paths.ts'
import { useSignedIn } from '../../../session/provider.tsx'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ScreenTitle } from '../../../ui/screen-title.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { accountQuery, savePersonalData } from './api.ts'
import { EmailSection } from './email-section.tsx'
import { EraseModal } from './erase-modal.tsx'
import { FactorSection } from './factor-section.tsx'
import { IdentitySection } from './identity-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { Section } from './section.tsx'
import { SessionSection } from './session-section.tsx'
import { WalletSection } from './wallet-section.tsx'

/** `/shelf/security` — sign-in methods, second factor, sessions and personal data. */
export function SecurityScreen() {
  const { t } = useTranslation('people-security')
  const account = useQuery(accountQuery)
  const { user, profile } = useSignedIn()
  const { state } = useLocation()
  const navigate = useNavigate()
  const isAdmin = profile.role !== 'user' && config().adminSecondFactor
  const isWanted = isAdmin && !user.usedSecondFactor
  const office: unknown = state?.office
  // Only screens of the back office are ever remembered there.
  const backToOffice = () => {
    if (isAdmin) navigate(typeof office === 'string' ? office : paths.adminDashboard, { replace: true })
  }
  return (
    <div className="max-w-3xl">
      <ScreenTitle lead={t('lead')}>{t('title')}</ScreenTitle>
      {account.data ? (
        <div className="flex flex-col gap-6">
          {isWanted && <Notice>{t('office.wanted')}</Notice>}
          <FactorSection user={account.data} onSecured={backToOffice} />
          <PasswordSection
            hasPassword={account.data.identities?.some(({ provider }) => provider === 'email') ?? false}
          />
          <EmailSection user={account.data} />
          <IdentitySection user={account.data} />
          <SessionSection />
          {config().walletKeys && profile.wallet && <WalletSection wallet={profile.wallet} />}
          <DataSection />
        </div>
      ) : account.isError ? (
        <Failure
          message={t('unavailable')}
          onRetry={() => void account.refetch()}
          retrying={account.isFetching}
        />
      ) : (
        <div className="flex flex-col gap-6">
          {['factors', 'password', 'email'].map((section) => (
            <Skeleton key={section} className="h-56" />
          ))}
        </div>
      )}
      <Link to={paths.shelf} className="link mt-8 inline-flex min-h-11 items-center">
        {t('back')}
      </Link>
    </div>
  )
}

/** Personal data: downloading it, and erasing the account. */
function DataSection() {
  const { t } = useTranslation('people-security')
  const [erasing, setErasing] = useState(false)
  const saving = useMutation({
    mutationFn: savePersonalData,
    onError: (fault) => toast.error(fault.message || t('failed')),
  })
  return (
    <Section title={t('data.title')} lead={t('data.lead')}>
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" busy={saving.isPending} onClick={() => saving.mutate()}>
          {t('data.save')}
        </Button>
        <Button look="danger" onClick={() => setErasing(true)}>
          {t('data.erase')}
        </Button>
      </div>
      <EraseModal open={erasing} onClose={() => setErasing(false)} />
    </Section>
  )
}
