/** What other capabilities may use of artists: nothing else of this folder is theirs. */
export { isArtist } from './artist-keys.ts'
export { bookFailed as failPayout, bookPaid as payPayout } from './decide-payout.ts'
