import { Elements, ExpressCheckoutElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type {
  ExpressCheckoutPaymentMethodsOption,
  StripeExpressCheckoutElementClickEvent,
  StripeExpressCheckoutElementConfirmEvent,
} from '@stripe/stripe-js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTheme } from '../../../lib/theme.ts'
import { useSignedIn } from '../../../session/provider.tsx'
import { REFUSED_BRAND } from './card-fault.ts'
import { CardError } from './failure-sentence.ts'
import type { CardSource } from './use-card-payment.ts'

/** Apple Pay and Google Pay, and none of the other methods that the element knows. */
const METHODS: ExpressCheckoutPaymentMethodsOption = {
  applePay: 'auto',
  googlePay: 'auto',
  amazonPay: 'never',
  klarna: 'never',
  link: 'never',
  paypal: 'never',
}

/** What the element stands for before anything is typed, in centavos: a press then says what is missing. */
const NOTHING_TYPED = 100

type ExpressPayProps = {
  /** Centavos, fee included: what the wallet's sheet says. */
  total: number | null
  /** Whether what the payment needs is filled in, apart from a card; it shows what is missing. */
  check(): boolean | Promise<boolean>
  /** Pays, and tells what failed; whether it worked. */
  pay(source: CardSource): Promise<boolean>
}

/** Apple Pay or Google Pay where the browser has one of them; otherwise nothing, not even space. */
export function ExpressPay({ total, ...props }: ExpressPayProps) {
  const stripe = useStripe()
  const theme = useTheme()
  return (
    <Elements
      key={theme}
      stripe={stripe}
      options={{
        mode: 'payment',
        amount: total || NOTHING_TYPED,
        currency: 'brl',
        allowedPaymentMethodTypes: ['card'],
        paymentMethodCreation: 'manual',
      }}
    >
      <WalletButtons theme={theme} {...props} />
    </Elements>
  )
}

function WalletButtons({ theme, check, pay }: Omit<ExpressPayProps, 'total'> & { theme: 'dark' | 'light' }) {
  const { t } = useTranslation('payments')
  const { user } = useSignedIn()
  const stripe = useStripe()
  const elements = useElements()
  const [offered, setOffered] = useState(false)
  const colour = theme === 'dark' ? 'white' : 'black'

  /** The card that the wallet hands over, by its name with the processor. */
  async function nameCard(): Promise<string> {
    if (!stripe || !elements) throw new CardError()
    const incomplete = (await elements.submit()).error
    if (incomplete) throw new CardError(incomplete)
    const { paymentMethod, error } = await stripe.createPaymentMethod({
      elements,
      params: { billing_details: { email: user.email } },
    })
    if (error) throw new CardError(error)
    if (paymentMethod.card?.brand === 'amex') throw new CardError({}, REFUSED_BRAND)
    return paymentMethod.id
  }

  async function press({ resolve, reject }: StripeExpressCheckoutElementClickEvent) {
    if (await check()) resolve()
    else reject()
  }

  async function confirm({ expressPaymentType, paymentFailed }: StripeExpressCheckoutElementConfirmEvent) {
    const isPaid = await pay({ kind: expressPaymentType, nameCard })
    if (!isPaid) paymentFailed({ reason: 'fail' })
  }

  return (
    <div className={offered ? 'flex flex-col gap-4' : 'invisible absolute inset-x-0 h-0 overflow-hidden'}>
      <ExpressCheckoutElement
        options={{
          paymentMethods: METHODS,
          buttonHeight: 48,
          buttonTheme: { applePay: colour, googlePay: colour },
          buttonType: { applePay: 'plain', googlePay: 'plain' },
        }}
        onReady={({ availablePaymentMethods: has }) => setOffered(Boolean(has?.applePay || has?.googlePay))}
        onClick={(event) => void press(event)}
        onConfirm={(event) => void confirm(event)}
      />
      <p className="text-center text-muted text-sm">{t('card.orByHand')}</p>
    </div>
  )
}
