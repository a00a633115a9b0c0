/** The part of notifications that other capabilities may use. */
export { tellEndingSoon, tellOutbid } from './outbid-and-ending.ts'
