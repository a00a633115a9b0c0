/** The part of access that other capabilities may use. */
export { createDoorCover } from './door-cover.ts'
export {
  type BoughtToken,
  burnShares,
  lockMarketOf,
  lockTokenOf,
  recordReturn,
  revokeToken,
} from './revoke-token.ts'
