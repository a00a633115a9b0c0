import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { PaymentMethod } from '#domain/payment.ts'
import { Row, Rows } from '../../ui/rows.tsx'
import { feeLabel } from './checkout/fee-terms.ts'

type PurchaseMoneyProps = {
  /** Of the work and the artist together, in centavos. */
  amount: number
  /** What of it is for the artist beside the price. */
  tip: number
  fee: number
  method: PaymentMethod
}

/** What a purchase cost: the price, or line by line what came on top of it. */
export function PurchaseMoney({ amount, tip, fee, method }: PurchaseMoneyProps) {
  const { t } = useTranslation('payments')
  if (tip === 0 && fee === 0) return formatBRL(amount)
  return (
    <Rows>
      <Row label={t('buy.price')} value={formatBRL(amount - tip)} />
      {tip > 0 && <Row label={t('tip.row')} value={formatBRL(tip)} />}
      {method !== 'balance' && <Row label={feeLabel(method)} value={formatBRL(fee)} />}
      <Row label={t('buy.success.total')} value={formatBRL(amount + fee)} strong />
    </Rows>
  )
}
