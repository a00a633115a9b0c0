/** Where a token plays: on one device at a time. */

/** Whoever has said nothing for this long no longer plays, and another device need not ask. */
export const LEASE_SECONDS = 45

/** While it plays, a device says so this often: one lost answer does not cost it the lease. */
export const LEASE_RENEWAL_SECONDS = 15

/** A device names itself; the name only has to differ from the fan's other devices. */
export const DEVICE_NAME = /^[A-Za-z0-9-]{1,64}$/
