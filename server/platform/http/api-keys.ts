/** The gateway's keys: tokens of the roles `anon` and `service_role`, signed with the same secret as sessions. */
import { createHmac } from 'node:crypto'

/** Same claims, same secret, same key: a restart invalidates nothing. */
const ISSUED_AT = 1_767_225_600
const EXPIRES_AT = 2_082_758_400

/** Signed without a library's detour through another thread: a server does this before its first answer. */
export function createApiKey(role: 'anon' | 'service_role', jwtSecret: string): string {
  const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url')
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ role, iss: 'tune', iat: ISSUED_AT, exp: EXPIRES_AT })}`
  return `${signed}.${createHmac('sha256', jwtSecret).update(signed).digest('base64url')}`
}
