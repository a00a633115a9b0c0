import { useTranslation } from 'react-i18next'
import { useBalancePayment } from '../../checkout/use-balance-payment.ts'
import { usePaymentToast } from '../../checkout/use-payment-toast.ts'
import { ApiError } from '../../lib/api.ts'
import { showPaymentToast } from '../../lib/payment-toast.ts'
import { Button } from '../../ui/button.tsx'
import { AmountField } from './amount-field.tsx'
import type { BidOfferProps } from './bid-offer.ts'
import { BidTerms } from './bid-terms.tsx'
import { ConfirmBid } from './confirm-bid.tsx'
import { useBidForm } from './use-bid-form.ts'

type BalanceBidProps = BidOfferProps & {
  /** Free money in centavos. */
  balance: number
}

/** A bid backed by money in the wallet: no card, no fee. */
export function BalanceBid(props: BalanceBidProps) {
  const { t } = useTranslation('market')
  const pay = useBalancePayment()
  const { project, view, amount, balance } = props
  const told = usePaymentToast('bid', project.id)
  const form = useBidForm({
    ...props,
    method: 'balance',
    async send(centavos) {
      told.begin()
      const payment = await pay({ typeBuy: 'bid', UID: project.uid, amount: centavos })
      told.taken(payment, t('result.balance'))
      props.onSent('balance', payment)
    },
    onFailure(error) {
      // A refusal says why in its own words; anything else is only known to have failed.
      const refused = error instanceof ApiError && error.code !== null && error.isFinal
      showPaymentToast(told.id, 'error', refused ? error.message : t('result.failed'))
    },
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.ask()
      }}
      className="flex flex-col gap-5"
    >
      <AmountField project={project} view={view} balance={balance} field={form.field} />
      <BidTerms project={project} method="balance" />
      <Button type="submit" busy={form.busy}>
        {t('form.submit')}
      </Button>
      <ConfirmBid
        open={form.confirming}
        project={project}
        view={view}
        amount={amount}
        method="balance"
        onConfirm={() => void form.confirm()}
        onCancel={form.cancel}
      />
    </form>
  )
}
