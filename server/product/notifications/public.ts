/** The part of notifications that other capabilities may use. */
export { notifyEndingSoon, notifyOutbid } from './outbid-and-ending.ts'
