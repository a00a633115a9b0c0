/** What other capabilities may use of outgoing: nothing else of this folder is theirs. */
export { claimAttempt, findOutgoing, halt, lockOutgoing, type OutgoingPayment, resume } from './outgoing.ts'
export { payByPix } from './pay-by-pix.ts'
