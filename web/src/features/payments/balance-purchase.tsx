import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { PaymentWire, ProjectWire } from '#domain/wire/api.ts'
import { usePaymentFailure } from '../../checkout/payment-failure.tsx'
import { useBalancePayment } from '../../checkout/use-balance-payment.ts'
import { usePaymentToast } from '../../checkout/use-payment-toast.ts'
import { Button } from '../../ui/button.tsx'
import { Row, Rows } from '../../ui/rows.tsx'

/** Buys with money already in the wallet: no card, no fee. */
export function BalancePurchase({
  project,
  onSent,
}: {
  project: ProjectWire
  onSent(payment: PaymentWire): void
}) {
  const { t } = useTranslation('payments')
  const pay = useBalancePayment()
  const told = usePaymentToast('mint', project.id)
  const failure = usePaymentFailure(told.id)
  const { fiatPrice, uid } = project

  const purchase = useMutation({
    mutationFn: () => {
      told.begin()
      return pay({ typeBuy: 'mint', UID: uid })
    },
    onSuccess: (payment) => {
      told.taken(payment, t('buy.success.text'))
      onSent(payment)
    },
    onError: (error) => failure.tell(error),
  })

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!purchase.isPending) purchase.mutate()
      }}
      className="flex flex-col gap-6"
    >
      <Rows>
        <Row label={t('buy.price')} value={formatBRL(fiatPrice)} />
        <Row label={t('buy.total')} value={formatBRL(fiatPrice)} strong />
      </Rows>
      <Button type="submit" busy={purchase.isPending}>
        {t('buy.submit')}
      </Button>
      {failure.modal}
    </form>
  )
}
