/** The version (its date) of the terms of use and the privacy policy under web/public/legal; each new text has a new one. */
export const TERMS_VERSION = '2026-11-29'
