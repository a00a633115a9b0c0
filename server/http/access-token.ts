/** Checks the session access token of a request and says who is calling. */
import { jwtVerify } from 'jose'

export type Claims = { sub: string; role: string; session_id?: string } & Record<string, unknown>

/** Resolves with the token's claims, or null when it is missing, forged, expired or names no user. */
export async function verifyAccessToken(
  authorization: string | undefined,
  jwtSecret: string,
): Promise<Claims | null> {
  const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1]
  if (!token) return null
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(jwtSecret), {
      algorithms: ['HS256'],
      audience: 'authenticated',
    })
    return typeof payload.sub === 'string' && payload.role === 'authenticated' ? (payload as Claims) : null
  } catch {
    // Whatever is wrong with it, the caller is a stranger; the reason would only help a forger.
    return null
  }
}
