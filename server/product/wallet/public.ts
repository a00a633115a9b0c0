/** The part of wallet that other capabilities may use. */
export { statementPage } from './statement.ts'
