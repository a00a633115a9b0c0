import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentFlow } from '#domain/payment.ts'
import type { PaymentWire } from '#server/product/market/contract.ts'
import { useSignedIn } from '../../../session/provider.tsx'
import { CardFields } from './card-fields.tsx'
import { emptyCard, firstIncomplete } from './card-state.ts'
import { cardFeeTerms } from './fee-terms.ts'
import { withdrawOpenPix } from './pix-api.ts'
import { type CardOrder, type CardSource, useCardPayment } from './use-card-payment.ts'
import { usePaymentToast } from './use-payment-toast.ts'

/** The card part of a form: its fields, what to know before paying, and the payment itself. */
export function useCardCheckout(flow: PaymentFlow, projectId: number | null) {
  const { user } = useSignedIn()
  const cache = useQueryClient()
  const { pay, cardChanged } = useCardPayment(user.email)
  const messages = usePaymentToast(flow, projectId)
  const [card, setCard] = useState(emptyCard)
  const [strict, setStrict] = useState(false)

  return {
    toastId: messages.id,
    fields: (
      <CardFields
        card={card}
        strict={strict}
        onChange={(step) => {
          cardChanged()
          setCard(step)
        }}
      />
    ),
    notices: <CardNotices email={user.email} />,
    /** Whether the card is complete; from the first check on, empty fields show an error too. */
    check(): boolean {
      setStrict(true)
      return firstIncomplete(card) === null
    },
    /** Shows `taken` once the server has accepted the payment. Throws CardError or ApiError. */
    async pay(order: CardOrder, taken: string, source?: CardSource): Promise<PaymentWire> {
      messages.begin()
      messages.creating()
      const payment = await pay(order, source)
      void withdrawOpenPix(cache, order)
      messages.taken(payment, taken)
      return payment
    },
  }
}

/** What to know before paying by card. */
function CardNotices({ email }: { email: string }) {
  const { t } = useTranslation('payments')
  return (
    <ul className="flex flex-col gap-1 text-muted text-sm">
      <li>{t('notices.amex')}</li>
      <li>{t('notices.fee', cardFeeTerms())}</li>
      <li className="break-words">{t('notices.billing', { email })}</li>
    </ul>
  )
}
