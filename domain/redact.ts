/** What may be shown of a fault's text: whoever fixes it needs its words, not the personal data in it. */

const ADDRESS = /[^\s@"'<>(]+@[^\s@"'<>)]+\.[^\s@"'<>),;:]+/g
/** Documents, telephones, cards: eight digits or more, however they are separated. */
const NUMBER = /\+?\d(?:[\s().-]{0,3}\d){7,}/g
/** Keys and tokens in the forms services issue: by their beginning, a payment’s own secret, a signed token (RFC 7519). */
const SECRET =
  /\b(?:sk|pk|rk|whsec|pm|tok|bearer)[_ ][\w.~+/-]{6,}|\b\w+_secret_\w+|\beyJ[\w-]{6,}(?:\.[\w-]*){1,2}/gi
/** With its parentheses, so that the text between uids alternates with the uids. */
const UUID = /(\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b)/i

const LONGEST = 500

/**
 * The text without mail addresses, numbers of eight digits or more and keys; our own uids stay. At most `longest`
 * characters.
 */
export function redact(text: string, longest = LONGEST): string {
  return text
    .slice(0, longest * 2)
    .split(UUID)
    .map((part, index) => (index % 2 === 1 ? part : withoutPeople(part)))
    .join('')
    .slice(0, longest)
}

function withoutPeople(text: string): string {
  return text.replace(ADDRESS, '•••').replace(SECRET, '•••').replace(NUMBER, '•••')
}
