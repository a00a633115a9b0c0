/**
 * The card processor's errors in our own words: its script's messages are in English, and not always meant for
 * customers.
 */
import { type CardDecline, cardDecline } from '#domain/card-decline.ts'

/** The relevant part of the script's error (docs.stripe.com/error-codes). */
export type ScriptError = { type?: string; code?: string; decline_code?: string }

const BY_CODE = {
  incomplete_number: 'numberIncomplete',
  invalid_number: 'numberInvalid',
  incomplete_expiry: 'expiryIncomplete',
  invalid_expiry_month: 'expiryInvalid',
  invalid_expiry_year: 'expiryInvalid',
  invalid_expiry_month_past: 'expiryPast',
  invalid_expiry_year_past: 'expiryPast',
  incomplete_cvc: 'cvcIncomplete',
  invalid_cvc: 'cvcInvalid',
  rate_limit: 'busy',
} as const

const BY_TYPE = {
  api_connection_error: 'unreachable',
  rate_limit_error: 'busy',
  // Our own settings: a key that is wrong or was revoked, or a call that the script does not know.
  authentication_error: 'unavailable',
  invalid_request_error: 'unavailable',
} as const

/** Said from a card's first figures on, and of one that a wallet hands over. */
export const REFUSED_BRAND = 'payments:notices.amex'

type Fault = (typeof BY_CODE)[keyof typeof BY_CODE] | (typeof BY_TYPE)[keyof typeof BY_TYPE]
/** The key of its text. */
export type CardFaultKey =
  | typeof REFUSED_BRAND
  | `declines:${CardDecline}`
  | `payments:fault.${Fault}`
  | 'payments:failed'

/** Always a sentence: anything unknown becomes the specification's "Erro ao processar o pagamento…". */
export function cardFault({ type = '', code = '', decline_code: declineCode }: ScriptError): CardFaultKey {
  if (code in BY_CODE) return `payments:fault.${BY_CODE[code as keyof typeof BY_CODE]}`
  const isFromBank = type === 'card_error' || code === 'payment_intent_authentication_failure'
  if (isFromBank) return `declines:${cardDecline(code, declineCode)}`
  return type in BY_TYPE ? `payments:fault.${BY_TYPE[type as keyof typeof BY_TYPE]}` : 'payments:failed'
}
