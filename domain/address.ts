/**
 * Addresses of the web among what people write. Names and notes travel in our mails to people who do not know us: an address
 * among them would be an advertisement, or worse. A name with a dot in it is none (`joao.silva`): what counts is an ending of two
 * letters, as of a country, one that many links have, or a path behind it.
 */
const ENDING =
  '\\p{L}{2}|com|net|org|edu|gov|info|biz|name|pro|app|dev|page|xyz|online|site|website|store|shop|club|live|link|click|top|vip|fun|icu|cloud|space|tech|blog|email|world|zip|win|bet'
const ADDRESS = new RegExp(
  `://|\\bwww\\.|[\\p{L}\\p{N}][.。．｡](?:(?:${ENDING})(?![\\p{L}\\p{N}])|\\p{L}{2,}/)`,
  'iu',
)

/** In the database it is `private.has_address` (server/product/people/sql/profiles.sql). */
export function hasAddress(text: string): boolean {
  return ADDRESS.test(text)
}

/** A name without the words that are addresses, for those that are older than the rule. */
export function withoutAddresses(name: string): string {
  return name
    .split(/\s+/)
    .map((word) => (hasAddress(word) ? '…' : word))
    .join(' ')
}
