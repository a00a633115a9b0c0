// A wallet's sheet: its owner chooses a card and pays, or cancels. The card is sent to the API from here, unseen by the page.

const TEXTS = {
  en: {
    pay: 'Pay',
    cancel: 'Cancel',
    busy: 'Paying…',
    card: 'Card',
    cards: {
      good: 'Visa •••• 4242',
      declined: 'Declined •••• 0002',
      asks: '3-D Secure •••• 3184',
      amex: 'Amex •••• 0005',
    },
  },
  pt: {
    pay: 'Pagar',
    cancel: 'Cancelar',
    busy: 'Pagando…',
    card: 'Cartão',
    cards: {
      good: 'Visa •••• 4242',
      declined: 'Recusado •••• 0002',
      asks: '3-D Secure •••• 3184',
      amex: 'Amex •••• 0005',
    },
  },
}
const NUMBERS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  asks: '4000002760003184',
  amex: '378282246310005',
}

const query = new URLSearchParams(location.search)
const pageOrigin = query.get('origin')
const locale = query.get('locale') ?? 'en'
const kind = query.get('kind')
const texts = TEXTS[/^pt/i.test(locale) ? 'pt' : 'en']
const tell = (event, payload = {}) =>
  parent.postMessage({ frame: query.get('frame'), event, payload }, pageOrigin)
const cards = document.querySelector('select')
const [pay, cancel] = ['pay', 'cancel'].map((id) => document.getElementById(id))

document.documentElement.lang = locale
document.querySelector('h1').textContent = kind === 'apple_pay' ? 'Apple Pay' : 'Google Pay'
document.getElementById('amount').textContent = new Intl.NumberFormat(locale, {
  style: 'currency',
  currency: 'BRL',
}).format(Number(query.get('amount')) / 100)
cards.setAttribute('aria-label', texts.card)
for (const [name, label] of Object.entries(texts.cards)) cards.append(new Option(label, name))
pay.textContent = texts.pay
cancel.textContent = texts.cancel
pay.addEventListener('click', () => {
  for (const control of [cards, pay, cancel]) control.disabled = true
  pay.textContent = texts.busy
  tell('authorize')
})
cancel.addEventListener('click', () => tell('cancel'))
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && !cancel.disabled) tell('cancel')
})
pay.focus()

async function createPaymentMethod(key, { billing_details: { email } = {} } = {}) {
  const body = new URLSearchParams({
    key,
    kind,
    amount: query.get('amount'),
    'card[number]': NUMBERS[cards.value],
    ...(email ? { 'billing_details[email]': email } : {}),
  })
  try {
    return await (await fetch(location.pathname, { method: 'POST', body })).json()
  } catch (cause) {
    return {
      error: { type: 'api_connection_error', message: `The card processor cannot be reached: ${cause}` },
    }
  }
}

window.addEventListener('message', async ({ source, origin, data }) => {
  if (source !== parent || origin !== pageOrigin || data.action !== 'createPaymentMethod') return
  tell('reply', { answer: await createPaymentMethod(data.key, data.params) })
})
