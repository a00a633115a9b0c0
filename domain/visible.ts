/** Characters that take no ink, and that neither `\s` nor the classes of control and format characters hold. */
const BLANKS = '\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u2800\\u3164\\uffa0'
const VISIBLE = new RegExp(`[^\\s\\p{C}\\p{M}${BLANKS}]`, 'u')

/** Whether the text has anything to read: zero-width, blank and combining characters alone say nothing. */
export const isVisible = (text: string): boolean => VISIBLE.test(text)
