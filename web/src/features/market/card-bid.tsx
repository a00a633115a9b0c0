import { useTranslation } from 'react-i18next'
import { ExpressPay, useCardCheckout, usePaymentFailure } from '../payments/public.ts'
import { BidForm } from './bid-form.tsx'
import type { BidOfferProps } from './bid-offer.ts'

/** A bid paid by card: the amount reaches the wallet and is held, and the fee is added. */
export function CardBid(props: BidOfferProps) {
  const { t } = useTranslation('market')
  const { uid, id } = props.project
  const { toastId, fields, notices, check, pay } = useCardCheckout('bid', id)
  const failure = usePaymentFailure(toastId)
  return (
    <>
      <BidForm
        {...props}
        method="card"
        balance={null}
        feeLabel={t('form.fee')}
        submitLabel={t('form.submit')}
        express={(form) => <ExpressPay {...form} />}
        fields={fields}
        check={check}
        notices={notices}
        send={async (amount, source) =>
          props.onSent('card', await pay({ amount, typeBuy: 'bid', UID: uid }, t('result.card'), source))
        }
        onFailure={failure.show}
      />
      {failure.modal}
    </>
  )
}
