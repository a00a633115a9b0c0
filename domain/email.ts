/** E-mail addresses. Only delivery can prove one; this catches what cannot be an address at all. */

const SHAPE = /^[^\s@"(),:;<>[\\\]]+@[^\s@.]+(\.[^\s@.]+)+$/

/** The longest address that SMTP can carry (RFC 5321, 4.5.3.1.3). */
const MAX_LENGTH = 254

/** True for `someone@domain.tld`, spaces around it ignored. */
export function isEmail(text: string): boolean {
  const address = text.trim()
  return address.length <= MAX_LENGTH && SHAPE.test(address)
}

/** Addresses are compared and stored in lower case, as the auth server and the database do. */
export function normaliseEmail(text: string): string {
  return text.trim().toLowerCase()
}
