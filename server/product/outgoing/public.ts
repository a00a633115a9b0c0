/** The part of outgoing that other capabilities may use. */
export { claimAttempt, findOutgoing, halt, lockOutgoing, type OutgoingPayment, resume } from './outgoing.ts'
export { payByPix } from './pay-by-pix.ts'
