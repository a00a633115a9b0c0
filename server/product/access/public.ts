/** What other capabilities may use of access: nothing else of this folder is theirs. */
export { type BoughtToken, burnShares, lockMarketOf, lockTokenOf, revokeToken } from './revoke-token.ts'
