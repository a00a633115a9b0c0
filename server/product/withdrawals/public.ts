/** The part of withdrawals that other capabilities may use. */
export { bookWithdrawalLate, findWithdrawalGivenBack } from './book-withdrawal-late.ts'
export { bookWithdrawalFailed, bookWithdrawalPaid } from './decide-withdrawal.ts'
