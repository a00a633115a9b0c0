/**
 * Sentences for cardholders. Stripe's API speaks English; Stripe.js answers in the page's language, so the browser's
 * (publishable) key gets Portuguese when it asks for it, and the server's secret key never does.
 */

export type Language = 'en' | 'pt'

const SENTENCES: Record<string, Record<Language, string>> = {
  card_declined: { en: 'Your card was declined.', pt: 'Seu cartão foi recusado.' },
  insufficient_funds: {
    en: 'Your card has insufficient funds.',
    pt: 'Seu cartão não tem saldo suficiente.',
  },
  expired_card: { en: 'Your card has expired.', pt: 'Seu cartão expirou.' },
  incorrect_cvc: {
    en: "Your card's security code is incorrect.",
    pt: 'O código de segurança do seu cartão está incorreto.',
  },
  processing_error: {
    en: 'An error occurred while processing your card. Try again in a little bit.',
    pt: 'Ocorreu um erro ao processar seu cartão. Tente novamente em alguns instantes.',
  },
  incorrect_number: {
    en: 'Your card number is incorrect.',
    pt: 'O número do seu cartão está incorreto.',
  },
  invalid_number: {
    en: 'The card number is not a valid credit card number.',
    pt: 'O número do cartão não é válido.',
  },
  invalid_expiry_month: {
    en: "Your card's expiration month is invalid.",
    pt: 'O mês de validade do seu cartão é inválido.',
  },
  invalid_expiry_year: {
    en: "Your card's expiration year is invalid.",
    pt: 'O ano de validade do seu cartão é inválido.',
  },
  invalid_cvc: {
    en: "Your card's security code is invalid.",
    pt: 'O código de segurança do seu cartão é inválido.',
  },
  test_mode_live_card: {
    en: 'Your card was declined. Your request was in test mode, but used a non test card.',
    pt: 'Seu cartão foi recusado. A solicitação está em modo de teste, mas usou um cartão que não é de teste.',
  },
  authentication_required: {
    en: 'Your card was declined. This transaction requires authentication.',
    pt: 'Seu cartão foi recusado. Esta transação exige autenticação.',
  },
  payment_intent_authentication_failure: {
    en: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    pt: 'Não foi possível autenticar a sua forma de pagamento. Escolha outra forma de pagamento e tente novamente.',
  },
}

/** The sentence for a decline code, or for its error code, or `fallback` when it has none. */
export function sentence(
  language: Language,
  error: { code?: string | undefined; decline_code?: string | undefined },
  fallback = '',
): string {
  const found = SENTENCES[error.decline_code ?? ''] ?? SENTENCES[error.code ?? '']
  return found?.[language] ?? fallback
}
