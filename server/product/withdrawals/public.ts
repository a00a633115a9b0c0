/** The part of withdrawals that other capabilities may use. */
export {
  bookPaidLate as bookWithdrawalLate,
  findGivenBack as findWithdrawalGivenBack,
} from './book-paid-late.ts'
export { bookFailed as failWithdrawal, bookPaid as payWithdrawal } from './decide-withdrawal.ts'
