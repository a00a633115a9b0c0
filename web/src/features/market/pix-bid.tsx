import { useTranslation } from 'react-i18next'
import { paymentToastId } from '../../lib/payment-toast.ts'
import { useServerNow } from '../../lib/use-server-now.ts'
import { useSignedIn } from '../../session/provider.tsx'
import { feeLabel, PixGate, usePaymentFailure, usePixPayment } from '../payments/public.ts'
import { whyNotPay } from './bid-forecast.ts'
import { BidForm } from './bid-form.tsx'
import type { BidOfferProps } from './bid-offer.ts'

/** A bid paid by PIX: it competes from the moment its money has arrived. */
export function PixBid(props: BidOfferProps) {
  const { t } = useTranslation(['payments', 'market'])
  const { project, view } = props
  const { uid, id } = project
  const now = useServerNow()
  const { profile } = useSignedIn()
  const toastId = paymentToastId('bid', id)
  const failure = usePaymentFailure(toastId)
  const code = usePixPayment({ typeBuy: 'bid', UID: uid })
  // What is pushed does not say whose a bid is: by its name it is the fan's own, from the moment the money has arrived.
  const others = view?.mine ? [] : view?.bids.filter(({ user }) => user.nickname !== profile.nickname)
  const payable = code.pix && now < Date.parse(code.pix.expiresAt) ? code.pix : null
  const fault = payable && others ? whyNotPay(payable.amount, project, others, now) : null
  return (
    <>
      <PixGate
        code={code}
        toastId={toastId}
        stop={fault && t(`market:whyNotPay.${fault}`)}
        onPaid={(payment) => props.onSent('pix', payment)}
      >
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
