/** What other capabilities may use of wallet: nothing else of this folder is theirs. */
export { statementPage } from './statement.ts'
