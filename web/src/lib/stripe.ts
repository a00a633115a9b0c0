/** The card processor's script, which draws the card fields: card numbers never reach our code. */
import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import type { Language } from '#i18n/language.ts'
import { config } from './config.ts'

let script: Promise<void> | null = null

/** Loads the script from the configured URL, once; a failed attempt can be repeated. */
function loadScript(): Promise<void> {
  script ??= new Promise<void>((resolve, reject) => {
    const element = document.createElement('script')
    element.src = config().stripeScriptUrl
    element.onload = () => resolve()
    element.onerror = () => {
      element.remove()
      script = null
      reject(new Error(`The card script could not be loaded from ${element.src}`))
    }
    document.head.append(element)
  })
  return script
}

/** Stripe.js in `language`. Throws when the script cannot be loaded or does not start. */
export async function openStripe(language: Language): Promise<Stripe> {
  await loadScript()
  const stripe = await loadStripe(config().stripePublishableKey, {
    locale: language === 'pt' ? 'pt-BR' : 'en',
  })
  if (!stripe) throw new Error('The card script was loaded but did not start')
  return stripe
}
