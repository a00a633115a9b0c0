/** The part of artists that other capabilities may use. */
export { isArtist } from './artist-keys.ts'
export { bookFailed as failPayout, bookPaid as payPayout } from './decide-payout.ts'
