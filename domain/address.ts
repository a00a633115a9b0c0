/**
 * Addresses of the web in nicknames, which travel in our mails to people who do not know us: an address among them would be an
 * advertisement, or worse. Of sentences it is `leads-away.ts`. A name with a dot in it is none (`joao.silva`): what counts is an ending of two
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

/** Letters with the accents of languages that write so, two at most; an ogonek makes a `q` of an `o`. */
const LETTER = '[a-zA-Z][\\u0300-\\u0303\\u0306\\u0308\\u030A-\\u030C\\u0327]{0,2}|[æøœßłđðþÆØŒŁĐÐÞ]'

/**
 * What is drawn as a picture: no circle, cross, mark or sign that passes for a letter. Flags are pairs, and a key has a
 * digit.
 */
const EMOJI = [
  '[\\u231A\\u231B\\u23F0\\u23F3\\u2600-\\u2604\\u260E\\u2614\\u2615\\u2618\\u261D\\u2620\\u262E\\u262F\\u2639\\u263A]',
  '[\\u2648-\\u2653\\u2660\\u2663\\u2665\\u2666\\u267B\\u267F\\u2693\\u26A1\\u26BD\\u26BE\\u26C4\\u26C5\\u26EA\\u26F2\\u26F3\\u26F5\\u26FA\\u26FD]',
  '[\\u2702\\u2705\\u2708\\u270A-\\u270D\\u2728\\u2744\\u2764\\u2B50]',
  '[\\u{1F300}-\\u{1F4B1}\\u{1F4B3}-\\u{1F51A}\\u{1F525}-\\u{1F533}\\u{1F549}-\\u{1F567}\\u{1F573}-\\u{1F57A}\\u{1F590}\\u{1F595}\\u{1F596}\\u{1F5A4}]',
  '[\\u{1F5FB}-\\u{1F64F}\\u{1F680}-\\u{1F6FC}\\u{1F90C}-\\u{1F9FF}\\u{1FA70}-\\u{1FAFF}]',
  '[\\u{1F1E6}-\\u{1F1FF}]{2}',
].join('|')

const OF_A_NICKNAME = new RegExp(`${LETTER}|[0-9]\\u20E3?|[ ._'’&-]|${EMOJI}`, 'gu')

/**
 * Whether a name has anything but letters A to Z, with accents or without, digits, a few marks and emoji: among the rest are
 * characters that pass for letters. In the database it is `private.has_strange_letters`.
 */
export function hasStrangeLetters(name: string): boolean {
  return plain(name).normalize('NFKD').replace(OF_A_NICKNAME, '') !== ''
}

/** However it is dressed. In the database it is `private.has_address` (server/product/people/sql/profiles.sql). */
export function hasAddress(text: string): boolean {
  return ADDRESS.test(plain(text))
}

/** A day, as it is written in Brazil or begun with its year, or years in a row. */
const DAYS_AND_YEARS =
  /(?<!\d)(?:(?:0?[1-9]|[12]\d|3[01])[./-]?(?:0?[1-9]|1[0-2])[./-]?(?:19|20)\d\d|(?:19|20)\d\d(?:[./ -](?:0?[1-9]|1[0-2])[./ -](?:0?[1-9]|[12]\d|3[01])|(?:[ ./–—-]+(?:19|20)\d\d)+))(?!\d)/g

/** Eight digits or more, as telephone numbers have, whatever stands between them; days and years in a row are none. */
export function hasTelephone(text: string): boolean {
  return /(?:\p{Nd}[\s().+_–—-]*){8}/u.test(plain(text).replace(DAYS_AND_YEARS, ''))
}

/** A name without the words that are addresses, for those that are older than the rule. */
export function withoutAddresses(name: string): string {
  return name
    .split(/\s+/)
    .map((word) => (hasAddress(word) ? '…' : word))
    .join(' ')
}
