/**
 * How often somebody may write a profile: a nickname or a CPF that is taken is refused, and one that is stored was free, so either
 * tells. The row policies let people write no row but their own.
 */
import type { MiddlewareHandler } from 'hono'
import type { ServerContext } from '../../context.ts'
import { clientAddress } from '../../platform/http/client-address.ts'
import { personBehind } from '../../platform/http/person-behind.ts'
import { type CountUse, createLimit, perHour } from '../../platform/rate-limit.ts'

/** A profile is written once, and then now and then: its picture, its language. As many CPFs as `user_exists` answers for. */
const BY_PERSON = 30
/** A sign-up writes the first row, which has no CPF, before anybody is signed in; many people share an address. */
const BY_ADDRESS = 300

/** Before the tables door; answers 429 in its dialect. */
export function limitProfileWrites({ sql, env }: ServerContext): MiddlewareHandler {
  const hourly = (name: string, most: number): CountUse =>
    createLimit(sql, name, perHour(most, 'in database'))
  const ofPerson = hourly('profile writes', BY_PERSON)
  const ofAddress = hourly('profile writes of strangers', BY_ADDRESS * env.ADDRESS_LIMIT_FACTOR)
  return async (c, next) => {
    if (!WRITING.has(c.req.method) || !isOfUsers(c.req.path)) return next()
    const person = personBehind(c, env.JWT_SECRET)
    const seconds = await (person ? ofPerson(person.sub) : ofAddress(clientAddress(c)))
    if (!seconds) return next()
    c.header('Retry-After', String(seconds))
    const message = 'Too many changes. Try again later.'
    return c.json({ code: 'PT429', message, details: null, hint: null }, 429)
  }
}

const WRITING = new Set(['POST', 'PATCH', 'PUT'])

/** However the name is written in the address. */
function isOfUsers(path: string): boolean {
  const name = path.split('/')[3] ?? ''
  try {
    return decodeURIComponent(name) === 'users'
  } catch {
    return false
  }
}
