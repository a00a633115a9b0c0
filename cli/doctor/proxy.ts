/** Whose address the site takes a caller's for, since limits are counted by it: asked with an address that nobody has. */
import type { Env } from '#server/env.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import { type Check, type Finding, fault, unknown, well } from './finding.ts'

/** Of no network (RFC 5737). */
const NOBODYS = '192.0.2.1'
const ADVICE =
  'Have the proxy append the caller’s address to X-Forwarded-For (docs/operating.md, behind a proxy).'

/** Nothing without METRICS_TOKEN, which is a finding of its own. */
export function proxyChecks({ PUBLIC_URL, METRICS_TOKEN }: Env): Check[] {
  if (!METRICS_TOKEN) return []
  return [
    {
      name: 'callers’ addresses',
      advice: ADVICE,
      async look() {
        const answer = await fetch(`${PUBLIC_URL.replace(/\/$/, '')}/metrics`, {
          redirect: 'manual',
          headers: { authorization: `Bearer ${METRICS_TOKEN}`, 'x-forwarded-for': NOBODYS },
        })
        await answer.body?.cancel()
        const believed = answer.headers.get('x-client-address')
        if (believed === null)
          return unknown(
            `/metrics answers ${answer.status} without saying`,
            'Ask from where PUBLIC_URL leads to /metrics, with the METRICS_TOKEN of the servers.',
          )
        return judge(believed, answer.headers.get('x-forwarded-for') ?? '')
      },
    },
  ]
}

/** `received`: what the header was when it came to the server. */
function judge(believed: string, received: string): Finding {
  if (believed === NOBODYS) return fault('are whatever callers write into X-Forwarded-For', ADVICE)
  const nearest = received.split(',').at(-1)?.trim() ?? ''
  if (nearest === '') return fault(`are all ${believed}: the proxy drops X-Forwarded-For`, ADVICE)
  // Unchanged and ignored, it came without a proxy.
  return nearest === NOBODYS || networkOf(nearest) === believed
    ? well(`are believed as they should be; ours is ${believed}`)
    : fault(`are all ${believed}, the proxy’s: its word is not taken`, 'Set TRUSTED_PROXIES to its network.')
}
