/** Access tokens for any number of seeded fans, signed as the product's own are, each for its fan's one session. */
import { SignJWT } from 'jose'

export async function signTokens(secret: string, fans: readonly string[]): Promise<string[]> {
  const key = new TextEncoder().encode(secret)
  const tokens: string[] = []
  for (const fan of fans) {
    tokens.push(
      await new SignJWT({ role: 'authenticated', session_id: fan })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(fan)
        .setAudience('authenticated')
        .setExpirationTime('12h')
        .sign(key),
    )
  }
  return tokens
}
