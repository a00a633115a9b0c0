// Runs inside a card field's frame. Reads one part of a card (or all three, for `type=card`), tells the page only how far
// it has come, and sends the card to the API itself. The fields of one group find each other through the page's frames.
import { brandOf, formatNumber, hasValidCheckDigit, isPastExpiry } from './card-rules.js'
import { cssOf, loadFonts } from './field-style.js'
import { textsFor } from './field-texts.js'

const query = new URLSearchParams(location.search)
const frame = query.get('frame')
const pageOrigin = query.get('origin')
const group = query.get('group')
const locale = query.get('locale')
const texts = textsFor(locale)
document.documentElement.lang = locale
const type = query.get('type')
const PARTS = {
  card: ['number', 'expiry', 'cvc'],
  cardNumber: ['number'],
  cardExpiry: ['expiry'],
  cardCvc: ['cvc'],
}
const ATTRIBUTES = {
  number: { name: 'cardnumber', autocomplete: 'cc-number' },
  expiry: { name: 'exp-date', autocomplete: 'cc-exp' },
  cvc: { name: 'cvc', autocomplete: 'cc-csc' },
}

const parts = PARTS[type].map((part) => ({ part, input: document.createElement('input'), error: null }))
const digitsOf = (input) => input.value.replaceAll(/\D/g, '')
const tell = (event, payload = {}) => parent.postMessage({ frame, event, payload }, pageOrigin)

/** What other fields of this card are asked through `cardField`; a frame of another origin cannot be asked. */
function siblings() {
  const found = []
  for (let index = 0; index < parent.length; index++) {
    try {
      if (parent[index].cardField?.group === group) found.push(parent[index].cardField)
    } catch (error) {
      if (!(error instanceof DOMException)) throw error
    }
  }
  return found
}
window.cardField = {
  group,
  values: () => Object.fromEntries(parts.map(({ part, input }) => [part, digitsOf(input)])),
  faults: () => parts.map((one) => ({ part: one.part, code: faultOf(one.part, digitsOf(one.input), true) })),
}
const wholeCard = () => Object.assign({}, ...siblings().map((field) => field.values()))

/**
 * Why `digits` are not a complete part, or null. Incomplete input is a fault only after the field has been `left`.
 */
function faultOf(part, digits, left) {
  if (part === 'number') {
    const { lengths } = brandOf(digits)
    if (lengths.includes(digits.length) && hasValidCheckDigit(digits)) return null
    if (digits.length >= Math.max(...lengths)) return 'invalid_number'
    return left ? 'incomplete_number' : null
  }
  if (part === 'cvc') return digits.length < cvcLengths()[0] && left ? 'incomplete_cvc' : null
  if (digits.length < 4) return left ? 'incomplete_expiry' : null
  const month = Number(digits.slice(0, 2))
  const year = Number(digits.slice(2))
  const now = new Date()
  if (month < 1 || month > 12) return 'invalid_expiry_month'
  if (isPastExpiry(12, year, now)) return 'invalid_expiry_year_past'
  return isPastExpiry(month, year, now) ? 'invalid_expiry_month_past' : null
}

/** The shortest and longest security code of this card; of any card while the brand is unknown. */
function cvcLengths() {
  const { brand, cvc } = brandOf(wholeCard().number ?? '')
  return brand === 'unknown' ? [3, 4] : [cvc, cvc]
}

function format(part, value, deleting) {
  const digits = value.replaceAll(/\D/g, '')
  if (part === 'number') return formatNumber(digits.slice(0, Math.max(...brandOf(digits).lengths)))
  if (part === 'cvc') return digits.slice(0, cvcLengths()[1])
  const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits
  // Browsers autofill years with four digits.
  const [month, year] = [padded.slice(0, 2), padded.length === 6 ? padded.slice(4) : padded.slice(2, 4)]
  if (year !== '') return `${month} / ${year}`
  return month.length === 2 && !deleting ? `${month} / ` : month
}

/** Formats what was typed and keeps the caret after the same digit. */
function reformat(part, input, deleting) {
  const digitsBefore = input.value.slice(0, input.selectionStart).replaceAll(/\D/g, '').length
  const atEnd = input.selectionStart === input.value.length
  input.value = format(part, input.value, deleting)
  if (atEnd || document.activeElement !== input) return
  let caret = 0
  for (let seen = 0; seen < digitsBefore && caret < input.value.length; caret++) {
    if (/\d/.test(input.value[caret])) seen++
  }
  input.setSelectionRange(caret, caret)
}

let lastChange = ''
function change() {
  const states = parts.map(({ part, input, error }) => {
    const digits = digitsOf(input)
    const complete = faultOf(part, digits, true) === null
    input.classList.toggle('invalid', error !== null)
    input.classList.toggle('complete', complete)
    input.classList.toggle('empty', digits === '')
    input.setAttribute('aria-invalid', String(error !== null))
    return { empty: digits === '', complete, error }
  })
  const code = states.find(({ error }) => error !== null)?.error ?? null
  const payload = {
    empty: states.every(({ empty }) => empty),
    complete: states.every(({ complete }) => complete),
    error: code === null ? undefined : faultMessage(code),
  }
  if (parts[0].part === 'number') payload.brand = brandOf(digitsOf(parts[0].input)).brand
  if (type === 'card') payload.value = { postalCode: '' }
  const summary = JSON.stringify(payload)
  if (summary !== lastChange) tell('change', payload)
  lastChange = summary
}

function faultMessage(code) {
  return { type: 'validation_error', code, message: texts.errors[code] }
}

parts.forEach((one, index) => {
  const { part, input } = one
  input.type = 'text'
  input.inputMode = 'numeric'
  input.className = 'empty'
  input.setAttribute('aria-label', texts.names[part])
  for (const [name, value] of Object.entries(ATTRIBUTES[part])) input.setAttribute(name, value)
  input.addEventListener('input', (event) => {
    reformat(part, input, event.inputType?.startsWith('delete'))
    one.error = faultOf(part, digitsOf(input), false)
    change()
    const finished = faultOf(part, digitsOf(input), true) === null
    if (finished && document.activeElement === input) parts[index + 1]?.input.focus()
  })
  input.addEventListener('focus', () => tell('focus'))
  input.addEventListener('blur', () => {
    one.error = digitsOf(input) === '' ? null : faultOf(part, digitsOf(input), true)
    change()
    tell('blur')
  })
  input.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') tell('escape')
    if (key === 'Enter') tell('submit')
  })
  document.getElementById('fields').append(input)
})

let isReady = false
async function applyOptions({ style, placeholder, disabled, fonts }) {
  document.getElementById('given').textContent = cssOf(style)
  for (const { part, input } of parts) {
    input.placeholder = (type === 'card' ? undefined : placeholder) ?? texts.placeholders[part]
    input.disabled = disabled === true
  }
  if (!isReady) await loadFonts(fonts)
  const name = parts.map(({ part }) => texts.names[part]).join(', ')
  tell('size', { height: document.getElementById('fields').offsetHeight, title: texts.frame(name) })
  if (!isReady) tell('ready')
  isReady = true
}

/** Stripe's nested form encoding; absent values are left out. */
function encode(value, name, body) {
  if (value === undefined || value === null) return
  if (typeof value !== 'object') body.append(name, value)
  else for (const [key, child] of Object.entries(value)) encode(child, name ? `${name}[${key}]` : key, body)
}

async function send(action, { key, params }) {
  const faults = siblings().flatMap((field) => field.faults())
  for (const part of PARTS.card) {
    const code = faults.find((fault) => fault.part === part)?.code
    if (code) return { error: faultMessage(code) }
  }
  const { number, expiry, cvc } = wholeCard()
  const card = { number, exp_month: expiry?.slice(0, 2), exp_year: expiry?.slice(2), cvc }
  const isToken = action === 'createToken'
  const body = new URLSearchParams()
  encode(isToken ? { card: { ...card, ...params } } : { type: 'card', card, ...params }, '', body)
  try {
    const response = await fetch(isToken ? '../v1/tokens' : '../v1/payment_methods', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'accept-language': locale },
      body,
    })
    return await response.json()
  } catch (cause) {
    return {
      error: { type: 'api_connection_error', message: `The card processor cannot be reached: ${cause}` },
    }
  }
}

window.addEventListener('message', async ({ source, origin, data }) => {
  if (source !== parent || origin !== pageOrigin) return
  switch (data.action) {
    case 'options':
      return applyOptions(data.options)
    case 'focus':
      return parts[0].input.focus()
    case 'blur':
      return document.activeElement?.blur()
    case 'clear':
      for (const one of parts) Object.assign(one, { error: null }).input.value = ''
      return change()
    default:
      return tell('reply', { id: data.id, answer: await send(data.action, data.params) })
  }
})
tell('loaded')
