/** The part of wallet that other capabilities may use. */
export type { StatementWire } from './contract.ts'
export { statementPage } from './statement.ts'
