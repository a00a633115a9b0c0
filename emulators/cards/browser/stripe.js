// The emulator's `window.Stripe`: the part of Stripe.js that card payments need. Card fields live in frames of the
// emulator's own origin, so the page that loads this script never sees a card number.
;(() => {
  const base = new URL(document.currentScript.src.replace(/v3(\/(stripe\.js)?)?([?#].*)?$/, ''))
  const frames = new Map()
  let frameCount = 0

  window.addEventListener('message', ({ origin, source, data }) => {
    const frame = frames.get(data?.frame)
    if (origin === frame?.origin && frame.contentWindow === source) frame.onMessage(data)
  })

  /** Opens a page of the emulator in a frame and listens to its messages. */
  function openFrame(parent, address, { locale, title, style, onMessage }) {
    const name = `__privateStripeFrame${++frameCount}`
    const iframe = document.createElement('iframe')
    const url = new URL(address, base)
    for (const [key, value] of Object.entries({ frame: name, origin: location.origin, locale })) {
      url.searchParams.set(key, value)
    }
    Object.assign(iframe, { name, title, src: url.href })
    iframe.setAttribute('allow', 'payment *')
    iframe.style.cssText = style
    frames.set(name, {
      origin: url.origin,
      get contentWindow() {
        return iframe.contentWindow
      },
      onMessage,
    })
    parent.append(iframe)
    return {
      iframe,
      post: (message) => iframe.contentWindow?.postMessage(message, url.origin),
      close: () => {
        frames.delete(name)
        iframe.remove()
      },
    }
  }

  /** Calls the API as the browser does: publishable key, the page's language, an answer or `{error}`. */
  function createApi(key, locale) {
    return async function request(method, path, params = {}) {
      const url = new URL(`v1/${path}`, base)
      const query = new URLSearchParams(params)
      if (method === 'GET') url.search = query
      try {
        const response = await fetch(url, {
          method,
          headers: { authorization: `Bearer ${key}`, 'accept-language': locale },
          ...(method === 'POST' ? { body: query } : {}),
        })
        return await response.json()
      } catch (cause) {
        return {
          error: { type: 'api_connection_error', message: `The card processor cannot be reached: ${cause}` },
        }
      }
    }
  }

  const FIELD_TYPES = ['card', 'cardNumber', 'cardExpiry', 'cardCvc']
  const CLASSES = {
    base: 'StripeElement',
    complete: 'StripeElement--complete',
    empty: 'StripeElement--empty',
    focus: 'StripeElement--focus',
    invalid: 'StripeElement--invalid',
  }

  class Listeners {
    #listeners = new Map()

    on(event, handler) {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), handler])
      return this
    }

    once(event, handler) {
      const wrapped = (payload) => {
        this.off(event, wrapped)
        handler(payload)
      }
      return this.on(event, wrapped)
    }

    off(event, handler) {
      const kept = (this.#listeners.get(event) ?? []).filter(
        (one) => handler !== undefined && one !== handler,
      )
      this.#listeners.set(event, kept)
      return this
    }

    hears(event) {
      return (this.#listeners.get(event) ?? []).length > 0
    }

    tell(event, payload) {
      for (const handler of this.#listeners.get(event) ?? []) handler(payload)
    }

    forget() {
      this.#listeners.clear()
    }
  }

  class CardField extends Listeners {
    #type
    #group
    #options
    #frame = null
    #container = null
    #ready = null
    #replies = new Map()
    #onDestroy
    #onClick = () => this.focus()
    #labels = []

    constructor(type, group, options, onDestroy) {
      super()
      this.#type = type
      this.#group = group
      this.#options = options
      this.#onDestroy = onDestroy
    }

    mount(target) {
      const container = typeof target === 'string' ? document.querySelector(target) : target
      if (!container) throw new Error(`The selector you specified (${target}) applies to no DOM elements.`)
      if (this.#container === container) return
      this.unmount()
      this.#container = container
      this.#ready = Promise.withResolvers()
      this.#frame = openFrame(container, `v3/field?type=${this.#type}&group=${this.#group.id}`, {
        locale: this.#group.locale,
        title: this.#type,
        style:
          'border:0;margin:0;padding:0;width:1px;min-width:100%;height:1.2em;display:block;overflow:hidden',
        onMessage: (message) => this.#hear(message),
      })
      this.#setClasses({ base: true, empty: true })
      container.addEventListener('click', this.#onClick)
      const named = container.id
        ? [...document.querySelectorAll(`label[for="${CSS.escape(container.id)}"]`)]
        : []
      const wrapping = container.closest('label')
      this.#labels = wrapping ? [...named, wrapping] : named
      for (const label of this.#labels) label.addEventListener('click', this.#onClick)
    }

    unmount() {
      if (!this.#container) return
      this.#setClasses({ base: false, complete: false, empty: false, focus: false, invalid: false })
      this.#container.removeEventListener('click', this.#onClick)
      for (const label of this.#labels) label.removeEventListener('click', this.#onClick)
      this.#frame.close()
      for (const { resolve } of this.#replies.values()) resolve(unmountedError())
      this.#replies.clear()
      this.#frame = null
      this.#container = null
    }

    destroy() {
      this.unmount()
      this.forget()
      this.#onDestroy()
    }

    update(options) {
      this.#options = { ...this.#options, ...options }
      this.#frame?.post({ action: 'options', options: this.#sentOptions() })
    }

    focus() {
      this.#frame?.post({ action: 'focus' })
    }

    blur() {
      this.#frame?.post({ action: 'blur' })
    }

    clear() {
      this.#frame?.post({ action: 'clear' })
    }

    /** Tells the frame to send the card to the API; returns the API's answer, or why the card cannot be sent. */
    async tokenize(action, params) {
      if (!this.#frame) return unmountedError()
      await this.#ready.promise
      const id = crypto.randomUUID()
      const reply = Promise.withResolvers()
      this.#replies.set(id, reply)
      this.#frame.post({ action, id, params })
      return reply.promise
    }

    #hear({ event, payload }) {
      switch (event) {
        case 'loaded':
          this.#frame.post({ action: 'options', options: this.#sentOptions() })
          return
        case 'size':
          this.#frame.iframe.style.height = `${payload.height}px`
          this.#frame.iframe.title = payload.title
          return
        case 'reply':
          this.#replies.get(payload.id)?.resolve(payload.answer)
          this.#replies.delete(payload.id)
          return
        case 'submit':
          this.#container.closest('form')?.requestSubmit()
          return
        case 'ready':
          this.#ready.resolve()
          break
        case 'change':
          this.#setClasses({
            complete: payload.complete,
            empty: payload.empty,
            invalid: Boolean(payload.error),
          })
          break
        case 'focus':
          this.#setClasses({ focus: true })
          break
        case 'blur':
          this.#setClasses({ focus: false })
          break
      }
      this.tell(event, { elementType: this.#type, ...payload })
    }

    #sentOptions() {
      const { style, placeholder, disabled } = this.#options
      return { style, placeholder, disabled, fonts: this.#group.fonts }
    }

    #setClasses(states) {
      const names = { ...CLASSES, ...this.#options.classes }
      for (const [state, on] of Object.entries(states)) this.#container.classList.toggle(names[state], on)
    }
  }

  /** How long a page may take to answer a press, as with Stripe. */
  const ANSWER_MS = 1000

  /** The buttons of wallets that this browser has, and the sheet in which one of them is paid with. */
  class ExpressCheckout extends Listeners {
    #group
    #options
    #frame = null
    #container = null
    #sheet = null
    #onDestroy

    constructor(group, options, onDestroy) {
      super()
      this.#group = group
      this.#options = options
      this.#onDestroy = onDestroy
    }

    mount(target) {
      const container = typeof target === 'string' ? document.querySelector(target) : target
      if (!container) throw new Error(`The selector you specified (${target}) applies to no DOM elements.`)
      if (this.#container === container) return
      this.unmount()
      this.#container = container
      this.#frame = openFrame(container, `v3/express?domain=${location.hostname}`, {
        locale: this.#group.locale,
        title: /^pt/i.test(this.#group.locale) ? 'Carteiras do navegador' : 'Wallets of the browser',
        style: 'border:0;width:100%;height:0;display:block',
        onMessage: (message) => this.#hear(message),
      })
    }

    unmount() {
      this.#sheet?.end()
      this.#frame?.close()
      this.#frame = null
      this.#container = null
    }

    destroy() {
      this.unmount()
      this.forget()
      this.#onDestroy()
    }

    update(options) {
      this.#options = { ...this.#options, ...options }
    }

    /** What `elements.submit()` answers. */
    submit() {
      if (!this.#sheet?.authorized) {
        return { error: { type: 'validation_error', code: 'incomplete', message: 'Nothing was authorized.' } }
      }
      this.#sheet.submitted = true
      return {}
    }

    /** The card that the sheet hands over, which ends it. */
    async createPaymentMethod(key, params) {
      const sheet = this.#sheet
      if (!sheet?.submitted)
        throw new Error('elements.submit() must be called before a payment method is made.')
      const answer = await sheet.ask(key, params)
      if (!answer.error) sheet.end()
      return answer
    }

    #hear({ event, payload }) {
      if (event === 'loaded') {
        this.#frame.post({ action: 'options', paymentMethods: this.#options.paymentMethods ?? {} })
      } else if (event === 'ready') {
        const { height, availablePaymentMethods } = payload
        this.#frame.iframe.style.height = `${height}px`
        this.tell('ready', { elementType: 'expressCheckout', availablePaymentMethods })
      } else if (event === 'click') this.#press(payload.kind)
    }

    #press(kind) {
      if (!this.hears('click')) return this.#open(kind)
      let answered = false
      const answer = (then) => () => {
        if (answered) return
        answered = true
        then()
      }
      setTimeout(
        answer(() => console.error('The click event must be resolved within 1 second.')),
        ANSWER_MS,
      )
      this.tell('click', {
        elementType: 'expressCheckout',
        expressPaymentType: kind,
        resolve: answer(() => this.#open(kind)),
        reject: answer(() => {}),
      })
    }

    #open(kind) {
      const { overlay, end } = openOverlay()
      const { amount, locale } = this.#group
      const reply = Promise.withResolvers()
      const frame = openFrame(overlay, `v3/sheet?kind=${kind}&amount=${amount}`, {
        locale,
        title: kind === 'apple_pay' ? 'Apple Pay' : 'Google Pay',
        style: 'border:0;width:100%;height:100%',
        onMessage: ({ event, payload }) => this.#hearSheet(event, payload, kind, reply),
      })
      frame.iframe.focus()
      this.#sheet = {
        authorized: false,
        submitted: false,
        ask(key, params) {
          frame.post({ action: 'createPaymentMethod', key, params })
          return reply.promise
        },
        end: () => {
          frame.close()
          end()
          this.#sheet = null
        },
      }
    }

    #hearSheet(event, payload, kind, reply) {
      const sheet = this.#sheet
      if (event === 'reply') reply.resolve(payload.answer)
      else if (event === 'cancel') {
        sheet.end()
        this.tell('cancel', { elementType: 'expressCheckout' })
      } else if (event === 'authorize') {
        sheet.authorized = true
        this.tell('confirm', {
          elementType: 'expressCheckout',
          expressPaymentType: kind,
          paymentFailed: () => {
            if (this.#sheet === sheet) sheet.end()
          },
        })
      }
    }
  }

  /** Covers the page; ended, it gives the focus back. */
  function openOverlay() {
    const focused = document.activeElement
    const overlay = document.createElement('div')
    overlay.style.cssText = 'position:fixed;inset:0;z-index:2147483647;background:rgb(0 0 0 / 60%)'
    document.body.append(overlay)
    return {
      overlay,
      end() {
        overlay.remove()
        focused?.focus?.()
      },
    }
  }

  function unmountedError() {
    return {
      error: {
        type: 'invalid_request_error',
        message:
          'We could not retrieve data from the specified Element. Please make sure it is still mounted.',
      },
    }
  }

  function createElements(stripeLocale, options = {}) {
    const group = {
      id: crypto.randomUUID(),
      locale: resolveLocale(options.locale ?? stripeLocale),
      fonts: options.fonts ?? [],
      ...amountOf(options),
    }
    const fields = new Map()
    return {
      create(type, fieldOptions = {}) {
        if (fields.has(type)) {
          throw new Error(`Can only create one Element of type ${type} through the same Elements instance.`)
        }
        const field = createField(type, group, fieldOptions, () => fields.delete(type))
        fields.set(type, field)
        return field
      },
      // React components name their type in `__elementType`.
      getElement: (type) => fields.get(typeof type === 'string' ? type : type?.__elementType) ?? null,
      update(changes) {
        if (changes.locale) group.locale = resolveLocale(changes.locale)
        if (changes.amount) Object.assign(group, amountOf({ ...group, ...changes }))
      },
      submit: async () => fields.get('expressCheckout')?.submit() ?? {},
      express: () => {
        if (group.paymentMethodCreation !== 'manual') {
          throw new Error('Elements make a payment method only with paymentMethodCreation: manual.')
        }
        return fields.get('expressCheckout')
      },
    }
  }

  function createField(type, group, options, onDestroy) {
    if (type === 'expressCheckout') {
      if (group.mode === undefined)
        throw new Error('expressCheckout needs elements with a mode and an amount.')
      return new ExpressCheckout(group, options, onDestroy)
    }
    if (!FIELD_TYPES.includes(type)) throw new Error(`This emulator has no element of type ${type}.`)
    return new CardField(type, group, options, onDestroy)
  }

  /** What elements without a payment intent are for, refused as Stripe refuses it. */
  function amountOf({ mode, amount, currency, paymentMethodCreation }) {
    if (mode === undefined) return {}
    if (mode !== 'payment') throw new Error(`This emulator has elements of mode payment, not ${mode}.`)
    if (!Number.isInteger(amount) || amount <= 0 || currency !== 'brl') {
      throw new Error('Elements of mode payment need a positive integer amount and the currency brl.')
    }
    return { mode, amount, currency, paymentMethodCreation }
  }

  function resolveLocale(locale) {
    return locale === undefined || locale === 'auto' ? navigator.language : locale
  }

  function intentId(clientSecret) {
    const [id, secret] = String(clientSecret).split('_secret_')
    if (secret === undefined) throw new Error(`Invalid value for clientSecret: ${clientSecret}`)
    return id
  }

  /** Shows the bank's page on top of the page and waits for the cardholder's answer. */
  function authenticate(address, locale) {
    const answered = Promise.withResolvers()
    const { overlay, end } = openOverlay()
    const frame = openFrame(overlay, address, {
      locale,
      title: /^pt/i.test(locale) ? 'Autenticação 3D Secure' : '3D Secure authentication',
      style: 'border:0;width:100%;height:100%',
      onMessage: () => answered.resolve(),
    })
    frame.iframe.focus()
    return answered.promise.finally(() => {
      frame.close()
      end()
    })
  }

  const answerOf = (body, name) => (body.error ? { error: body.error } : { [name]: body })

  function Stripe(key, options = {}) {
    if (!/^pk_(test|live)_/.test(key)) {
      throw new Error(
        'Please call Stripe() with your publishable key. You used an empty string or another key.',
      )
    }
    const locale = resolveLocale(options.locale)
    const api = createApi(key, locale)

    async function retrieve(clientSecret) {
      const id = intentId(clientSecret)
      return answerOf(
        await api('GET', `payment_intents/${id}`, { client_secret: clientSecret }),
        'paymentIntent',
      )
    }

    async function act(paymentIntent) {
      const address = paymentIntent.next_action?.use_stripe_sdk?.stripe_js
      if (paymentIntent.status !== 'requires_action' || !address) return { paymentIntent }
      await authenticate(address, locale)
      const result = await retrieve(paymentIntent.client_secret)
      const failure = result.paymentIntent?.last_payment_error
      return failure ? { error: { ...failure, payment_intent: result.paymentIntent } } : result
    }

    async function handleNextAction({ clientSecret }) {
      const { paymentIntent, error } = await retrieve(clientSecret)
      return error ? { error } : act(paymentIntent)
    }

    async function createPaymentMethod(first, element, data) {
      const express = first.elements?.express()
      if (express) return answerOf(await express.createPaymentMethod(key, first.params), 'paymentMethod')
      const { type, card, ...params } =
        typeof first === 'string' ? { type: first, card: element, ...data } : first
      if (type !== 'card') throw new Error(`This emulator makes payment methods of type card, not ${type}.`)
      if (card instanceof CardField) {
        return answerOf(await card.tokenize('createPaymentMethod', { key, params }), 'paymentMethod')
      }
      return answerOf(
        await api('POST', 'payment_methods', { type, 'card[token]': card.token }),
        'paymentMethod',
      )
    }

    async function confirmCardPayment(clientSecret, data = {}, { handleActions = true } = {}) {
      const params = { client_secret: clientSecret, use_stripe_sdk: 'true' }
      const given = data.payment_method
      if (typeof given === 'string') params.payment_method = given
      else if (given) {
        const made = await createPaymentMethod({ type: 'card', ...given })
        if (made.error) return made
        params.payment_method = made.paymentMethod.id
      }
      if (data.receipt_email) params.receipt_email = data.receipt_email
      if (data.return_url) params.return_url = data.return_url
      const confirmed = await api('POST', `payment_intents/${intentId(clientSecret)}/confirm`, params)
      if (confirmed.error) return { error: confirmed.error }
      return handleActions ? act(confirmed) : { paymentIntent: confirmed }
    }

    return {
      elements: (elementsOptions) => createElements(options.locale, elementsOptions),
      createPaymentMethod,
      createToken: async (element, data = {}) =>
        answerOf(await element.tokenize('createToken', { key, params: data }), 'token'),
      confirmCardPayment,
      handleNextAction,
      handleCardAction: (clientSecret) => handleNextAction({ clientSecret }),
      retrievePaymentIntent: retrieve,
      // Wrappers register themselves for Stripe's statistics; there is nobody to tell here.
      registerAppInfo() {},
      _registerWrapper() {},
    }
  }

  // The release that @stripe/stripe-js expects; another one would make it warn.
  Stripe.version = 'endive'
  window.Stripe = Stripe
})()
