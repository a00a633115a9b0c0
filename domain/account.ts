/** The states of an account, as the back office tells them apart. */
export const ACCOUNT_STATES = ['complete', 'incomplete', 'inactive', 'erased', 'admin'] as const
export type AccountState = (typeof ACCOUNT_STATES)[number]
