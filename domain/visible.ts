/** Characters that take no ink, and that neither `\s` nor the classes of control and format characters hold. */
const BLANKS = '\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u2800\\u3164\\uffa0'
const VISIBLE = new RegExp(`[^\\s\\p{C}\\p{M}${BLANKS}]`, 'u')

/** Whether the text has anything to read: zero-width, blank and combining characters alone say nothing. */
export const isVisible = (text: string): boolean => VISIBLE.test(text)

/**
 * Marks that turn the direction of reading (`moc.elpmaxe` would read as a site), controls but for ends of lines and tabulators, blanks
 * that are no spaces, and characters of no width, among them the letters of flags where there is no flag. What joins emoji stays
 * between two of them, and what colours one stays.
 */
const UNSEEN = new RegExp(
  '[\\u0001-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180b-\\u180f\\u200b\\u200c\\u200e\\u200f' +
    `\\u2028-\\u202e\\u2060-\\u206f\\ufe00-\\ufe0d\\ufeff\\ufff9-\\ufffb\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0100}-\\u{e01ef}${BLANKS}]` +
    '|(?<![\\u2190-\\u2bff\\ufe0f\\u{1f000}-\\u{1faff}])\\u200d|\\u200d(?![\\u2190-\\u2bff\\u{1f000}-\\u{1faff}])' +
    '|(?<!\\u{1f3f4}[\\u{e0020}-\\u{e007f}]*)[\\u{e0000}-\\u{e007f}]',
  'gu',
)

/** A text without what nobody sees. In the database it is `private.without_unseen` (server/product/support/sql/requests.sql). */
export const withoutUnseen = (text: string): string => text.replace(UNSEEN, '')
