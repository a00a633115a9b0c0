/**
 * Where a portrait may come from. Whoever looks at one tells its host so: it is a stored file, a provider's that people sign in with,
 * or on this machine. The database refuses any other (constraint `photo_url_is_known`; a test compares the two).
 */
import { PUBLIC_FILES } from './stored-file.ts'

/** The hosts of portraits are below these. */
export const PORTRAIT_HOSTS = { google: 'googleusercontent.com', facebook: 'fbsbx.com' } as const

const KNOWN = [
  /^\/[^/]/,
  new RegExp(`^https?://[^/]+${PUBLIC_FILES}`),
  new RegExp(`^https://([a-z0-9-]+\\.)+(${Object.values(PORTRAIT_HOSTS).join('|').replaceAll('.', '\\.')})/`),
  /^http:\/\/(localhost|127\.0\.0\.1)(:[0-9]+)?\//,
]

export function isPortrait(address: string): boolean {
  return KNOWN.some((form) => form.test(address))
}
