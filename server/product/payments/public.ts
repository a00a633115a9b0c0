/** The part of payments that other capabilities may use. */
export { amountIn } from './payment-terms.ts'
export { paymentsOf } from './payments.ts'
export { answerUnmatched, previewUnmatchedAgreed } from './resolve-unmatched.ts'
