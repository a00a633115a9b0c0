import { Elements } from '@stripe/react-stripe-js'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../lib/i18n.ts'
import { openStripe } from '../../../lib/stripe.ts'
import { Failure } from '../../../ui/failure.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** Provides the card processor's script to a form with card fields. */
export function CardElements({ children }: { children: ReactNode }) {
  const { t } = useTranslation('payments')
  const language = currentLanguage()
  const stripe = useQuery({
    queryKey: ['stripe', language],
    queryFn: () => openStripe(language),
    // Fields that are being filled in belong to this very instance: nothing may replace it.
    staleTime: 'static',
    gcTime: Number.POSITIVE_INFINITY,
    retry: 1,
  })
  if (stripe.isPending) {
    return (
      <div role="status">
        <span className="sr-only">{t('card.loading')}</span>
        <Skeleton className="h-72" />
      </div>
    )
  }
  if (stripe.isError) {
    return (
      <Failure
        message={t('card.unavailable')}
        onRetry={() => void stripe.refetch()}
        retrying={stripe.isFetching}
      />
    )
  }
  return (
    <Elements key={language} stripe={stripe.data}>
      {children}
    </Elements>
  )
}
