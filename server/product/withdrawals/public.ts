/** The part of withdrawals that other capabilities may use. */
export { bookFailed as failWithdrawal, bookPaid as payWithdrawal } from './decide-withdrawal.ts'
