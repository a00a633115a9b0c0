/**
 * Addresses of the web among what people write. Names and notes travel in our mails to people who do not know us: an address
 * among them would be an advertisement, or worse. Every name of a domain counts, since no list of their endings stays whole.
 */
const ADDRESS = /:\/\/|\bwww\.|[\p{L}\p{N}][.。．｡]\p{L}{2,}/iu

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
