/** The part of refunds that other capabilities may use. */
export { applyDisputeEvent, applyRefundEvent } from './apply-card-return.ts'
export { bookElsewhere, findElsewhere } from './book-elsewhere.ts'
export { REFUND_CONSTRAINTS } from './decide-refund.ts'
export { disputesOfPayment, disputesOfUser } from './disputes.ts'
export { handOverIds, readUnclaimed } from './read-unclaimed.ts'
export { applyCardRefund } from './record-card-refund.ts'
export { cardRefundOrder, refundsOf, saleLeftOf } from './refunds.ts'
export { givenUpOf, writeOffsOf } from './write-offs.ts'
