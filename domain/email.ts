/** E-mail addresses. Only delivery can prove one; this catches what cannot be an address at all. */

const SHAPE = /^[^\s@"(),:;<>[\\\]]+@[^\s@.]+(\.[^\s@.]+)+$/

/** The longest address that SMTP can carry (RFC 5321, 4.5.3.1.3). */
const MAX_LENGTH = 254

/** True for `someone@domain.tld`, spaces around it ignored. */
export function isEmail(text: string): boolean {
  const address = text.trim()
  return address.length <= MAX_LENGTH && SHAPE.test(address)
}

/** Letters, digits and the marks of RFC 5321's dot-string; a domain of names, not of numbers. */
const MAILBOX =
  /^[a-z0-9_][a-z0-9!#$%&'*+/=?^_`{|}~-]*(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*$/i

/**
 * True for an address that we write to unasked, because somebody else has given it: nothing in it may look like another
 * one, or mean something to a mail server.
 */
export function isMailbox(text: string): boolean {
  return isEmail(text) && MAILBOX.test(text.trim())
}

/** Addresses are compared and stored in lower case, as the auth server and the database do. */
export function normaliseEmail(text: string): string {
  return text.trim().toLowerCase()
}
