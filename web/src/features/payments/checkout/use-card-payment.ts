import { CardNumberElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { BodyOf } from '#server/product/calls.ts'
import type { PaymentWire } from '#server/product/market/contract.ts'
import { useAttempts } from '../../../lib/use-attempts.ts'
import { buyWithCard } from './api.ts'
import { CardError } from './failure-sentence.ts'

export type CardOrder = Omit<BodyOf<'POST /buy-token'>, 'paymentMethodId'>

/** A card that does not come from the fields. */
export type CardSource = {
  kind: string
  /** Its name with the processor. Throws CardError. */
  nameCard(): Promise<string>
}

/**
 * Pays an order with the card in the fields on the screen, including the bank's authentication where it asks
 * for one.
 */
export function useCardPayment(email: string) {
  const stripe = useStripe()
  const elements = useElements()
  const attempts = useAttempts()

  async function nameCard(): Promise<string> {
    const card = elements?.getElement(CardNumberElement)
    if (!stripe || !card) throw new CardError()
    const { paymentMethod, error } = await stripe.createPaymentMethod({
      type: 'card',
      card,
      billing_details: { email },
    })
    if (error) throw new CardError(error)
    return paymentMethod.id
  }

  /** Throws CardError or ApiError; the fields keep their contents. */
  async function pay(order: CardOrder, source?: CardSource): Promise<PaymentWire> {
    const attempt = attempts.attempt({ ...order, from: source?.kind })
    // A wallet's sheet ends by handing its card over, even where an earlier one is sent again.
    const handedOver = await source?.nameCard()
    const paymentMethodId = attempt.paymentMethodId ?? handedOver ?? (await nameCard())
    attempt.paymentMethodId = paymentMethodId
    const body = { ...order, paymentMethodId }
    const { payment, action } = await attempts.send(attempt, (key) => buyWithCard(body, key))
    if (action) await authenticate(action.clientSecret)
    return payment
  }

  async function authenticate(clientSecret: string): Promise<void> {
    const { error } = (await stripe?.handleNextAction({ clientSecret })) ?? {}
    if (error) throw new CardError(error)
  }

  // Another card is another attempt, even for the same order.
  return { pay, cardChanged: attempts.forget }
}
