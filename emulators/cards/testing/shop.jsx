/** The smallest shop that takes a card: what an integrator writes with the official packages, unchanged. */
import {
  CardCvcElement,
  CardExpiryElement,
  CardNumberElement,
  Elements,
  useElements,
  useStripe,
} from '@stripe/react-stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

const { key = '', locale } = document.body.dataset
const stripePromise = loadStripe(key, { locale: locale === 'en' ? 'en' : 'pt-BR' })
const options = { style: { base: { color: '#010203', '::placeholder': { color: '#999' } } } }

function Checkout() {
  const stripe = useStripe()
  const elements = useElements()
  const [result, setResult] = useState('')
  const [lastChange, setLastChange] = useState('')

  async function pay() {
    const card = elements?.getElement(CardNumberElement)
    if (!stripe || !card) return setResult('not ready')
    const { error, paymentMethod } = await stripe.createPaymentMethod({
      type: 'card',
      card,
      billing_details: { email: 'fan@example.com' },
    })
    if (error) return setResult(error.message ?? error.type)
    const { clientSecret } = await (await fetch('/intent')).json()
    const paid = await stripe.confirmCardPayment(clientSecret, { payment_method: paymentMethod.id })
    setResult(paid.error ? (paid.error.message ?? paid.error.type) : paid.paymentIntent.status)
  }

  async function tokenize() {
    const card = elements?.getElement(CardNumberElement)
    if (!stripe || !card) return setResult('not ready')
    const { error, token } = await stripe.createToken(card)
    setResult(
      error
        ? (error.message ?? error.type)
        : `${token.id} ${token.card?.brand.toLowerCase()} ${token.card?.last4}`,
    )
  }

  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <CardNumberElement options={options} onChange={(change) => setLastChange(describe(change))} />
      <CardExpiryElement options={options} onChange={(change) => setLastChange(describe(change))} />
      <CardCvcElement options={options} onChange={(change) => setLastChange(describe(change))} />
      <button type="button" onClick={pay}>
        Pay
      </button>
      <button type="button" onClick={tokenize}>
        Tokenize
      </button>
      <output>{result}</output>
      <p id="last-change">{lastChange}</p>
    </form>
  )
}

function describe(change) {
  return `${change.elementType} ${change.complete ? 'complete' : 'incomplete'}`
}

createRoot(document.getElementById('root')).render(
  <StrictMode>
    <Elements stripe={stripePromise}>
      <Checkout />
    </Elements>
  </StrictMode>,
)
