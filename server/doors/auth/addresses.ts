/** E-mail addresses, and where a request comes from. */
import { isIP } from 'node:net'
import type { Context } from 'hono'
import { BUDGET } from './budget.ts'
import { AuthError } from './errors.ts'
import type { Door } from './options.ts'

/** The form HTML accepts for `<input type=email>` (WHATWG HTML, "valid e-mail address"). */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/
/** The address in lower case, as it is stored. Throws `badEmail`. */
export function readEmail(given: string): string {
  const email = given.toLowerCase()
  if (email.length > BUDGET.email.limit || !EMAIL.test(email)) throw new AuthError('badEmail')
  return email
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function isUuid(value: string): boolean {
  return UUID.test(value)
}

/** The client's address and user agent, kept with sessions and audit entries. */
export type Client = { ip: string | null; userAgent: string }

export function clientOf(c: Context, door: Door): Client {
  const address = door.clientAddress(c)
  return {
    ip: isIP(address) ? address : null,
    userAgent: (c.req.header('User-Agent') ?? '').slice(0, BUDGET.userAgent.limit),
  }
}
