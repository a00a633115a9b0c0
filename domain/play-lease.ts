/** The device on which a token plays: one at a time. */

/** A device that has been silent for this long no longer plays, and another one need not ask. */
export const LEASE_SECONDS = 45

/** While playing, a device renews this often: one lost answer does not cost it the lease. */
export const LEASE_RENEWAL_SECONDS = 15

/** A device chooses its own id; it only has to differ from the fan's other devices. */
export const DEVICE_NAME = /^[A-Za-z0-9-]{1,64}$/
