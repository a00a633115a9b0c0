/** What other capabilities may use of notifications: nothing else of this folder is theirs. */
export { tellEndingSoon, tellOutbid } from './outbid-and-ending.ts'
