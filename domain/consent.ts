/**
 * The sentence that a fan agrees to with the first play: that it starts the access and ends the right to cancel. Its
 * words are `confirm.consent` of i18n/{pt,en}/access.json; if they change, give them a new name here.
 */
export const PLAY_CONSENT_VERSION = '2026-11-21'
