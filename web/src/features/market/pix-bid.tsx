import { useTranslation } from 'react-i18next'
import { paymentToastId } from '../../lib/payment-toast.ts'
import { feeLabel, PixGate, usePaymentFailure, usePixPayment } from '../payments/public.ts'
import { BidForm } from './bid-form.tsx'
import type { BidOfferProps } from './bid-offer.ts'

/** A bid paid by PIX: it competes from the moment its money has arrived. */
export function PixBid(props: BidOfferProps) {
  const { t } = useTranslation('payments')
  const { uid, id } = props.project
  const toastId = paymentToastId('bid', id)
  const failure = usePaymentFailure(toastId)
  const code = usePixPayment({ typeBuy: 'bid', UID: uid })
  return (
    <>
      <PixGate code={code} toastId={toastId} onPaid={(payment) => props.onSent('pix', payment)}>
        {(start) => (
          <BidForm
            {...props}
            method="pix"
            balance={null}
            feeLabel={feeLabel('pix')}
            submitLabel={t('pix.submit')}
            notices={<p className="text-muted text-sm">{t('pix.notice')}</p>}
            // Creating the code does not send the bid yet: paying it does.
            send={start}
            onFailure={failure.show}
          />
        )}
      </PixGate>
      {failure.modal}
    </>
  )
}
