/** An artist's own place: the address of their page, what stands on it, and who looks after it. */

/** The address of a page, `/a/{slug}`: small letters, digits, single hyphens. The database refuses one that looks like another's. */
export const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const SLUG_MIN = 2
export const SLUG_MAX = 40

/** Whether a text can be the address of a page. */
export function isSlug(text: string): boolean {
  return text.length >= SLUG_MIN && text.length <= SLUG_MAX && SLUG.test(text)
}

/** Addresses that would seem to be ours. */
export const RESERVED_SLUGS: readonly string[] = [
  'about',
  'admin',
  'administrator',
  'api',
  'auth',
  'docs',
  'help',
  'login',
  'mail',
  'official',
  'oficial',
  'root',
  'security',
  'settings',
  'shelf',
  'sobre',
  'studio',
  'support',
  'suporte',
  'system',
  'tune',
  'wallet',
  'www',
]

/** What an address looks like at a glance, as `private.slug_likeness` has it. */
const likeness = (slug: string) =>
  slug.replaceAll('-', '').replaceAll('0', 'o').replaceAll('1', 'l').replaceAll('i', 'l')
const RESERVED = new Set(RESERVED_SLUGS.map(likeness))

/** Whether an artist may have it as the address of their page: none that looks like one of ours. */
export function isFreeSlug(text: string): boolean {
  return isSlug(text) && !RESERVED.has(likeness(text))
}

/** As long as a story may be, in characters. */
export const STORY_MAX = 2000

/** How long an invitation can be accepted, in days. */
export const INVITATION_DAYS = 14

/**
 * For how many days an account that took another's place at an artist agrees to no shares, enters no key and tells followers
 * nothing: whoever was replaced by mistake, or by fraud, has time to say so. Texts say it in words: `successor_waits`,
 * `artist_account_ended`.
 */
export const SUCCESSOR_DAYS = 7

/** Until when an account waits that took another's place at the instant `since`. */
export const successorWaitsUntil = (since: Date): Date =>
  new Date(since.getTime() + SUCCESSOR_DAYS * 86_400_000)

export const INVITATION_STATES = ['open', 'used', 'revoked', 'expired'] as const
export type InvitationState = (typeof INVITATION_STATES)[number]

/** `marina@tune.test` as `m•••@tune.test`: enough for its owner to know it, too little for anybody else to write to. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email][0] ?? ''}•••${email.slice(at)}`
}

/** `Nara Vidal` as `N••• V•••`. */
export const maskedName = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .map((word) => `${[...word][0] ?? ''}•••`)
    .join(' ')

/** A document or a key that is no address: its last two characters, `•••35`. */
export const maskedNumber = (text: string): string => `•••${text.slice(-2)}`

/** An address made from a name, which may still be too short; as `private.slug_of` makes it. */
export function slugOf(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  const hyphened = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
  return hyphened.slice(0, SLUG_MAX).replace(/-$/, '')
}
