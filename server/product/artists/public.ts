/** The part of artists that other capabilities may use. */
export { keysOf } from './admin-artist-keys.ts'
export { findOwnArtist, lockOwnArtist, type OwnArtist } from './artist-account.ts'
export { readWorkFigures } from './artist-figures.ts'
export { enterOwnKey, isArtist } from './artist-keys.ts'
export { artistStatementCsv, decodeStatementPlace, readArtistStatement } from './artist-statement.ts'
export { bookPayoutLate, findPayoutGivenBack } from './book-payout-late.ts'
export { bookPayoutFailed, bookPayoutPaid } from './decide-payout.ts'
export { tips } from './tips.ts'
