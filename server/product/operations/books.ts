/** How payments on their way out are booked, by the capabilities that they belong to. */
export {
  bookPayoutLate,
  failPayout,
  findPayoutGivenBack,
  isArtist,
  payPayout,
} from '../artists/public.ts'
export { findOutgoing, halt, lockOutgoing, type OutgoingPayment, resume } from '../outgoing/public.ts'
export { applyCardRefund, bookElsewhere, findElsewhere, REFUND_CONSTRAINTS } from '../refunds/public.ts'
export {
  bookWithdrawalLate,
  failWithdrawal,
  findWithdrawalGivenBack,
  payWithdrawal,
} from '../withdrawals/public.ts'
