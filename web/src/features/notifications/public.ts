/** What other capabilities use of notifications. */
export { pushQuery } from './api.ts'
export { DeviceSwitch } from './device-switch.tsx'
