/** The part of outgoing that other capabilities may use. */
export { claimAttempt, findOutgoing, halt, lockOutgoing, type OutgoingPayment, resume } from './outgoing.ts'
export { payOutByPix } from './pay-out-by-pix.ts'
