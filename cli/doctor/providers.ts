/** Those whom people sign in with, as far as they are set. */
import { decodeJwt } from 'jose'
import type { Env } from '#server/env.ts'
import { type Check, endOf } from './finding.ts'
import { call, letsUsIn } from './lets-us-in.ts'

export function providerChecks(env: Env): Check[] {
  const providers = [
    ['Google', env.AUTH_GOOGLE_CLIENT_ID, env.AUTH_GOOGLE_ISSUER],
    ['Facebook', env.AUTH_FACEBOOK_CLIENT_ID, env.AUTH_FACEBOOK_ISSUER],
    ['Apple', env.AUTH_APPLE_CLIENT_ID, env.AUTH_APPLE_ISSUER],
  ] as const
  const described = providers.flatMap(([name, id, issuer]) =>
    id
      ? [
          {
            name,
            advice: `Look at AUTH_${name.toUpperCase()}_ISSUER, or remove AUTH_${name.toUpperCase()}_CLIENT_ID.`,
            look: async () =>
              letsUsIn(
                name,
                await call(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`),
                'describes itself',
              ),
          },
        ]
      : [],
  )
  return env.AUTH_APPLE_CLIENT_SECRET ? [...described, appleSecret(env.AUTH_APPLE_CLIENT_SECRET)] : described
}

/** Apple's is a token that we sign ourselves, for half a year at most. */
function appleSecret(secret: string): Check {
  const advice =
    'Sign another one and set AUTH_APPLE_CLIENT_SECRET to it: docs/going-live.md, Sign-in with other accounts.'
  return {
    name: 'Apple’s secret',
    advice,
    look: async () => endOf(new Date((decodeJwt(secret).exp ?? 0) * 1000), advice),
  }
}
