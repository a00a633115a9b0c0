/** The part of access that other capabilities may use. */
export { type BoughtToken, burnShares, lockMarketOf, lockTokenOf, revokeToken } from './revoke-token.ts'
