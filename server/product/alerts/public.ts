/** The part of alerts that other capabilities may use. */
export { raiseAlert } from './raise-alert.ts'
