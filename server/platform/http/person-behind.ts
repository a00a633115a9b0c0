import type { Context } from 'hono'
import { type PersonClaims, verifyPerson } from './access-token.ts'

const PERSON = 'person behind the request'

/** The person whose token a request carries; null when it is invalid or not a person's. Verified once for all who ask. */
export function personBehind(c: Context, jwtSecret: string): PersonClaims | null {
  const known: PersonClaims | null | undefined = c.get(PERSON)
  if (known !== undefined) return known
  const person = verifyPerson(jwtSecret, c.req.header('authorization'))
  c.set(PERSON, person)
  return person
}
