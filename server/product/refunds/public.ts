/** What other capabilities may use of refunds: nothing else of this folder is theirs. */
export { applyDisputeEvent, applyRefundEvent } from './apply-card-return.ts'
export { disputesOfPayment, disputesOfUser } from './disputes.ts'
export { handOverIds, readUnclaimed } from './read-unclaimed.ts'
export { applyCardRefund } from './record-card-refund.ts'
export { cardRefundOrder, refundsOf } from './refunds.ts'
export { givenUpOf, writeOffsOf } from './write-offs.ts'
