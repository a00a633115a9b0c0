/**
 * The sentence that a fan agrees to by the first play: that it starts the access and ends the right of regret. Its
 * words are `confirm.consent` of i18n/{pt,en}/access.json; whoever changes them gives them a new name here.
 */
export const PLAY_CONSENT_VERSION = '2026-11-21'
