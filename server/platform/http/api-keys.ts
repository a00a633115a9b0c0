/** The gateway's keys: tokens of the roles `anon` and `service_role`, signed with the same secret as sessions. */
import { SignJWT } from 'jose'

/** Same claims, same secret, same key: a restart invalidates nothing. */
const ISSUED_AT = 1_767_225_600
const EXPIRES_AT = 2_082_758_400

export async function createApiKey(role: 'anon' | 'service_role', jwtSecret: string): Promise<string> {
  return new SignJWT({ role })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer('tune')
    .setIssuedAt(ISSUED_AT)
    .setExpirationTime(EXPIRES_AT)
    .sign(new TextEncoder().encode(jwtSecret))
}
