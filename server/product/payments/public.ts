/** What other capabilities may use of payments: nothing else of this folder is theirs. */
export { amountIn } from './payment-terms.ts'
export { paymentsOf } from './payments.ts'
export { approveUnmatched, rejectUnmatched } from './settle-unmatched.ts'
