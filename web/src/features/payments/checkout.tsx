import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { PaymentWire } from '#server/product/market/contract.ts'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { CardElements } from '../../checkout/card-elements.tsx'
import { MethodChoice, type OutsideMethod } from '../../checkout/method-choice.tsx'
import { balanceQuery } from '../../lib/balance.ts'
import { unbroken } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { MaskedAmount } from '../../ui/masked-amount.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import { BalancePurchase } from './balance-purchase.tsx'
import { CardPurchase } from './card-purchase.tsx'
import { PixPurchase } from './pix-purchase.tsx'
import { ProjectSummary } from './project-summary.tsx'
import { SentPayment } from './sent-payment.tsx'

/** The project, how to pay for it, and the confirmation afterwards. */
export function Checkout({ project }: { project: ProjectWire }) {
  const { t } = useTranslation('payments')
  const [sent, setSent] = useState<PaymentWire | null>(null)
  if (sent) {
    return (
      <SentPayment payment={sent} onAgain={() => setSent(null)}>
        <ButtonLink to={paths.shelf}>{t('buy.success.shelf')}</ButtonLink>
        <ButtonLink look="secondary" to={paths.dashboard}>
          {t('buy.success.home')}
        </ButtonLink>
      </SentPayment>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-[22rem_minmax(0,1fr)] lg:gap-14">
      <ProjectSummary project={project} />
      <PaymentChoice project={project} onSent={setSent} />
    </div>
  )
}

type PaymentChoiceProps = { project: ProjectWire; onSent(payment: PaymentWire): void }

function PaymentChoice({ project, onSent }: PaymentChoiceProps) {
  const { t } = useTranslation('payments')
  const balance = useQuery(balanceQuery)
  const [withBalance, setWithBalance] = useState(false)
  const [outside, setOutside] = useState<OutsideMethod>('pix')
  if (balance.isPending) return <Skeleton className="h-96" />

  const free = balance.data?.balance
  const covers = free !== undefined && free >= project.fiatPrice
  return (
    <div className="flex max-w-xl flex-col gap-6">
      {covers ? (
        <SwitchField
          label={t('buy.useBalance')}
          hint={
            <Trans
              t={t}
              i18nKey="buy.balanceCovers"
              components={{ balance: <MaskedAmount text={unbroken(formatBRL(free))} /> }}
            />
          }
          checked={withBalance}
          onChange={setWithBalance}
        />
      ) : (
        <Notice>{free === undefined ? t('buy.balanceUnknown') : t('buy.balanceTooLow')}</Notice>
      )}
      {covers && withBalance ? (
        <BalancePurchase project={project} onSent={onSent} />
      ) : (
        <>
          <MethodChoice value={outside} onChange={setOutside} />
          {outside === 'pix' ? (
            <PixPurchase project={project} onSent={onSent} />
          ) : (
            <CardElements>
              <CardPurchase project={project} onSent={onSent} />
            </CardElements>
          )}
        </>
      )}
    </div>
  )
}
