import type { Session as AuthSession } from '@supabase/auth-js'
import { isPortrait } from '#domain/portrait.ts'
import { claimsOf } from './claims.ts'
import type { SessionUser } from './reducer.ts'

/** The part of a session that the product uses. */
export function sessionUser({ user, access_token: token }: AuthSession): SessionUser {
  const { full_name: fullName, avatar_url: photoUrl } = user.user_metadata
  const hasFactor = user.factors?.some((factor) => factor.status === 'verified') ?? false
  const usedSecondFactor = claimsOf(token).aal === 'aal2'
  return {
    id: user.id,
    email: user.email ?? '',
    provider: user.app_metadata.provider ?? 'email',
    fullName: typeof fullName === 'string' ? fullName : null,
    // One of another host would be refused, and with it the whole profile of whoever signs in for the first time.
    photoUrl: typeof photoUrl === 'string' && isPortrait(photoUrl) ? photoUrl : null,
    owesSecondFactor: hasFactor && !usedSecondFactor,
    usedSecondFactor,
  }
}
