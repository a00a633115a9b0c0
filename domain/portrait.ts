/**
 * Where a portrait may come from. Whoever looks at one tells its host so: it is a picture in our own storage, a provider's that people
 * sign in with, or on this machine. The database refuses any other (constraint `photo_url_is_ours`; a test compares the two).
 */
import { PUBLIC_FILES } from './stored-file.ts'

/** No others below the same names: anybody may rent a machine below Google's. */
export const PORTRAIT_HOSTS = {
  google: [3, 4, 5, 6].map((number) => `lh${number}.googleusercontent.com`),
  facebook: ['platform-lookaside.fbsbx.com'],
}

const KNOWN = [
  // Whichever host it was stored on. No step upwards, however it is spelt.
  new RegExp(
    `^(https?://[a-z0-9.:-]+)?${PUBLIC_FILES}images/([A-Za-z0-9_~!$&()*+,;=:@/-]|\\.(?!\\.)|%(?!2[Ee])[0-9A-Fa-f]{2})+$`,
  ),
  new RegExp(`^https://(${Object.values(PORTRAIT_HOSTS).flat().join('|').replaceAll('.', '\\.')})/`),
  /^http:\/\/(localhost|127\.0\.0\.1)(:[0-9]+)?\//,
]

export function isPortrait(address: string): boolean {
  return KNOWN.some((form) => form.test(address))
}
