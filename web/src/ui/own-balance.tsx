import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import { balanceQuery } from '../lib/balance.ts'
import { unbroken } from '../lib/format.ts'
import { BalanceEye } from './balance-eye.tsx'
import { MaskedAmount } from './masked-amount.tsx'

type OwnBalanceProps = {
  label?: string
  /** As of `MaskedAmount`: on a screen that is for putting money in or taking it out. */
  deciding?: boolean
  children?: ReactNode
}

/** The fan's own money, before anything else on a screen about money: what is free, and what is set aside. */
export function OwnBalance({ label, deciding = false, children }: OwnBalanceProps) {
  const { t } = useTranslation('layout')
  const { data } = useQuery(balanceQuery)
  const free = data ? formatBRL(data.balance) : t('balance.unavailable')
  return (
    <section aria-label={t('balance.title')} className="mb-8">
      <dl>
        <dt className="text-muted text-sm">{label ?? t('balance.free')}</dt>
        <dd className="flex flex-wrap items-center gap-x-2">
          <span className="figures whitespace-nowrap font-medium text-[min(clamp(2.25rem,1.6rem+3vw,3.25rem),13vw)] leading-tight tracking-tighter">
            <MaskedAmount deciding={deciding} text={free} />
          </span>
          <BalanceEye deciding={deciding} />
        </dd>
        {data && data.totalBided > 0 && (
          <>
            <dt className="sr-only">{t('balance.held')}</dt>
            <dd className="text-gold text-sm">
              <span className="figures">
                <MaskedAmount deciding={deciding} text={unbroken(formatBRL(data.totalBided))} />
              </span>{' '}
              {t('balance.inBids')}
            </dd>
          </>
        )}
      </dl>
      {children}
    </section>
  )
}
