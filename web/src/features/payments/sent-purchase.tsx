import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { PaymentStatus } from '#domain/payment.ts'
import type { PaymentWire } from '#server/product/market/contract.ts'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { balanceQuery } from '../../lib/balance.ts'
import { unbroken } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { usePaymentOnScreen } from '../../lib/payment-on-screen.ts'
import { unlockInWords } from '../../lib/period.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { MaskedAmount } from '../../ui/masked-amount.tsx'
import { MomentScreen } from '../../ui/moment.tsx'
import type { OutsideMethod } from './checkout/method-choice.tsx'
import { usePaymentStatus } from './checkout/payment-status.ts'
import { PurchaseMoney } from './purchase-money.tsx'
import { SuccessPanel } from './success-panel.tsx'

export type SentPurchaseProps = {
  payment: PaymentWire
  /** Null where the wallet paid. */
  method: OutsideMethod | null
  project: ProjectWire
  /** The first play, offered once the $TUNE is the fan's. */
  play: ReactNode
  /** For somebody else: then `play` is how it reaches them, and it is offered once it is paid. */
  isGift: boolean
  /** Back to the form, after a payment that was refused. */
  onAgain(): void
}

/** How far the ring has come at each step of a purchase. */
const SHARES: Partial<Record<PaymentStatus, number>> = { pending: 0.3, succeded: 0.7, 'succeded-mint': 1 }

/** Shown once a purchase has been sent: one screen that follows its status, in the notifications' words. */
export function SentPurchase({ payment, method, project, play, isGift, onAgain }: SentPurchaseProps) {
  const { t } = useTranslation(['payments', 'live'])
  const status = usePaymentStatus(payment)
  usePaymentOnScreen(payment.uid)
  const isSetAside = isGift && (status === 'succeded' || status === 'succeded-mint')
  const { title, lines } = words()
  const share = isSetAside ? 1 : SHARES[status]
  if (share === undefined) {
    return (
      <SuccessPanel title={title} lines={lines} tone="muted">
        {status === 'failed' ? <Button onClick={onAgain}>{t('again')}</Button> : <WaysOn />}
      </SuccessPanel>
    )
  }
  return (
    <MomentScreen
      title={title}
      work={project}
      share={share}
      tone="live"
      lines={lines}
      money={<Money payment={payment} method={method} price={project.fiatPrice} />}
    >
      {(isSetAside || (!isGift && status === 'succeded-mint')) && play}
      <WaysOn />
    </MomentScreen>
  )

  function words() {
    if (isSetAside) return { title: t('gift.sent.title'), lines: [t('gift.sent.text')] }
    if (isGift && status === 'pending') {
      return { title: t('buy.success.title'), lines: [t('gift.sent.pending'), t('buy.success.mail')] }
    }
    if (status === 'pending') {
      return { title: t('buy.success.title'), lines: [t('buy.success.text'), t('buy.success.mail')] }
    }
    const key = `live:modal.${status}` as 'live:modal.succeded'
    return {
      title: t(`${key}.title`),
      lines: [t(`${key}.text`, { unlock: unlockInWords(), context: payment.flow })],
    }
  }
}

/** Whoever goes back later comes to where they were before they bought: the form would turn them away. */
function WaysOn() {
  const { t } = useTranslation('payments')
  return (
    <div className="flex flex-wrap justify-center gap-2 *:flex-1">
      <ButtonLink look="quiet" to={paths.dashboard} replace>
        {t('buy.success.home')}
      </ButtonLink>
      <ButtonLink look="secondary" to={paths.shelf} replace>
        {t('buy.success.shelf')}
      </ButtonLink>
    </div>
  )
}

type MoneyProps = Pick<SentPurchaseProps, 'payment' | 'method'> & { price: number }

/** What it cost, and where the wallet paid, what is left in it. */
function Money({ payment: { amount, fee }, method, price }: MoneyProps) {
  const { t } = useTranslation('payments')
  const { data } = useQuery(balanceQuery)
  const tip = amount - price
  return (
    <>
      <PurchaseMoney amount={amount} tip={tip} fee={fee} method={method ?? 'balance'} />
      {method === null && data && (
        <span className={`text-muted ${tip > 0 ? 'mt-2 block text-sm' : ''}`}>
          {tip === 0 && ' · '}
          {t('buy.success.balance')} <MaskedAmount text={unbroken(formatBRL(data.balance))} />
        </span>
      )}
    </>
  )
}
