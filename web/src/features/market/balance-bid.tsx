import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api.ts'
import { showPaymentToast } from '../../lib/payment-toast.ts'
import { useBalancePayment } from '../payments/public.ts'
import { BidForm } from './bid-form.tsx'
import type { BidOfferProps } from './bid-offer.ts'

/** A bid paid from `balance`, the available centavos of the wallet: no card, no fee. */
export function BalanceBid(props: BidOfferProps & { balance: number }) {
  const { t } = useTranslation('market')
  const { uid, id } = props.project
  const { pay, toastId } = useBalancePayment('bid', id)
  return (
    <BidForm
      {...props}
      method="balance"
      submitLabel={t('form.submit')}
      send={async (amount) =>
        props.onSent('balance', await pay({ typeBuy: 'bid', UID: uid, amount }, t('result.balance')))
      }
      onFailure={(error) => {
        // A refusal gives its own reason; of any other failure nothing more is known.
        const refused = error instanceof ApiError && error.code !== null && error.isFinal
        showPaymentToast(toastId, 'error', refused ? error.message : t('result.failed'))
      }}
    />
  )
}
