/** Characters that take no ink, and that neither `\s` nor the classes of control and format characters hold. */
const BLANKS = '\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u2800\\u3164\\uffa0'
const VISIBLE = new RegExp(`[^\\s\\p{C}\\p{M}${BLANKS}]`, 'u')

/** Whether the text has anything to read: zero-width, blank and combining characters alone say nothing. */
export const isVisible = (text: string): boolean => VISIBLE.test(text)

/**
 * Marks that turn the direction of reading (`moc.elpmaxe` would read as a site), and characters of no width, among them the letters of
 * flags where there is no flag. What joins emoji stays between two of them.
 */
const UNSEEN = new RegExp(
  '[\\u00ad\\u034f\\u061c\\u180e\\u200b\\u200c\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb]' +
    '|(?<![\\u2190-\\u2bff\\ufe0f\\u{1f000}-\\u{1faff}])\\u200d|\\u200d(?![\\u2190-\\u2bff\\u{1f000}-\\u{1faff}])' +
    '|(?<!\\u{1f3f4}[\\u{e0020}-\\u{e007f}]*)[\\u{e0000}-\\u{e007f}]',
  'gu',
)

/** A text without what nobody sees. In the database it is `private.without_unseen` (server/product/support/sql/requests.sql). */
export const withoutUnseen = (text: string): string => text.replace(UNSEEN, '')
