/**
 * Addresses of the web among what people write. Names and notes travel in our mails to people who do not know us: an address
 * among them would be an advertisement, or worse. A name with a dot in it is none (`joao.silva`): what counts is an ending of two
 * letters, as of a country, one that many links have, or a path behind it.
 */
const ENDING =
  '\\p{L}{2}|com|net|org|edu|gov|info|biz|name|pro|app|dev|page|xyz|online|site|website|store|shop|club|live|link|click|top|vip|fun|icu|cloud|space|tech|blog|email|world|zip|win|bet'
const ADDRESS = new RegExp(
  `://|:\\\\\\\\|\\d{1,3}(?:[.]\\d{1,3}){3}|\\bwww\\.|[\\p{L}\\p{N}][.。．｡](?:(?:${ENDING})(?![\\p{L}\\p{N}])|\\p{L}{2,}/)`,
  'iu',
)

/**
 * What takes no place, or one without being seen (there, but for what joins emoji: `private.as_seen` and `private.plain_nickname`).
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u2800\u3164]|\p{Default_Ignorable_Code_Point}/gu

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\t\n\r]/g, ' ')
    .replace(UNSEEN, '')

/** Letters, letters in squares, and marks on whatever stands before them, but for the frame of a key. */
const STRANGE =
  /\p{L}|[\u{1F150}-\u{1F189}]|[\u0300-\u036F]|[\u0483-\u0489]|[\u1AB0-\u1AFF]|[\u1DC0-\u1DFF]|[\u20D0-\u20E2]|[\u20E4-\u20FF]|[\uFE20-\uFE2F]/u

/** Letters with the accents of languages that write so, two at most; an ogonek makes a `q` of an `o`. */
const LETTER = /[a-zA-Z][\u0300-\u0303\u0306\u0308\u030A-\u030C\u0327]{0,2}|[æøœßłđðþÆØŒŁĐÐÞ]/gu

/**
 * Whether a name has letters that are none of A to Z, with accents or without: among them are those that pass for others. In the
 * database it is `private.has_strange_letters`.
 */
export function hasStrangeLetters(name: string): boolean {
  return STRANGE.test(plain(name).normalize('NFKD').replace(LETTER, ''))
}

/** However it is dressed. In the database it is `private.has_address` (server/product/people/sql/profiles.sql). */
export function hasAddress(text: string): boolean {
  return ADDRESS.test(plain(text))
}

const DATE = /(?<!\d)(?:0?[1-9]|[12]\d|3[01])[./-]?(?:0?[1-9]|1[0-2])[./-]?(?:19|20)\d\d(?!\d)/g

/** Eight digits or more, as telephone numbers have, whatever stands between them; a day is none. */
export function hasTelephone(text: string): boolean {
  return /(?:\p{Nd}[\s().+_–—-]*){8}/u.test(plain(text).replace(DATE, ''))
}

/** Whether words would lead their reader out of the product. */
export const leadsAway = (text: string): boolean => hasAddress(text) || hasTelephone(text)

/** A name without the words that are addresses, for those that are older than the rule. */
export function withoutAddresses(name: string): string {
  return name
    .split(/\s+/)
    .map((word) => (hasAddress(word) ? '…' : word))
    .join(' ')
}
