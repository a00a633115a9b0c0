// Runs inside the frame of the express checkout element: a button for each wallet that this browser has, or nothing.

const WALLETS = [
  { kind: 'apple_pay', option: 'applePay', name: 'Apple Pay' },
  { kind: 'google_pay', option: 'googlePay', name: 'Google Pay' },
]

const query = new URLSearchParams(location.search)
const pageOrigin = query.get('origin')
const locale = query.get('locale') ?? 'en'
const tell = (event, payload = {}) =>
  parent.postMessage({ frame: query.get('frame'), event, payload }, pageOrigin)
document.documentElement.lang = locale

/** The wallets of this browser: those that `/v3/wallets?has=` has put in its cookie. */
const owned = () => /(?:^|; )wallets=([\w.]*)/.exec(document.cookie)?.[1]?.split('.') ?? []

/** Whether the page lets its frames ask for payments (Permissions-Policy: payment). */
const isAllowed = () => document.featurePolicy?.allowsFeature('payment') ?? true

async function isRegistered() {
  const answer = await fetch(`express/domain?${new URLSearchParams({ name: query.get('domain') })}`)
  return (await answer.json()).registered
}

async function show(paymentMethods) {
  const offered =
    isAllowed() && (await isRegistered())
      ? WALLETS.filter(({ kind, option }) => owned().includes(kind) && paymentMethods[option] !== 'never')
      : []
  const buttons = document.getElementById('buttons')
  for (const { kind, name } of offered) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = name
    button.setAttribute('aria-label', /^pt/i.test(locale) ? `Pagar com ${name}` : `Pay with ${name}`)
    button.addEventListener('click', () => tell('click', { kind }))
    buttons.append(button)
  }
  const has = (kind) => offered.some((wallet) => wallet.kind === kind)
  tell('ready', {
    height: offered.length > 0 ? buttons.offsetHeight : 0,
    availablePaymentMethods:
      offered.length > 0
        ? {
            applePay: has('apple_pay'),
            googlePay: has('google_pay'),
            amazonPay: false,
            klarna: false,
            link: false,
            paypal: false,
          }
        : undefined,
  })
}

window.addEventListener('message', ({ source, origin, data }) => {
  if (source === parent && origin === pageOrigin && data.action === 'options') show(data.paymentMethods)
})
tell('loaded')
