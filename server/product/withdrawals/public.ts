/** What other capabilities may use of withdrawals: nothing else of this folder is theirs. */
export { bookFailed as failWithdrawal, bookPaid as payWithdrawal } from './decide-withdrawal.ts'
