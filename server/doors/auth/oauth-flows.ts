/** Visits to a provider that are under way: begun here, ended once, by the browser that began them. */
import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { isUuid } from './addresses.ts'
import type { SocialProvider, VisitChecks } from './identity-provider.ts'
import type { Door, Query } from './options.ts'
import type { Challenge } from './pkce.ts'
import { digest } from './secrets.ts'

/** How long somebody may take at the provider. */
const VISIT_SECONDS = 600

export type Visit = {
  id: string
  provider_type: SocialProvider
  nonce: string
  provider_verifier: string
  referrer: string
  linking_target_id: string | null
  /** True when the application exchanges a code of ours at the end. */
  pkce: boolean
}

/** Remembers a visit and ties it to the browser by a cookie; resolves with what the provider has to echo. */
export async function beginVisit(
  c: Context,
  door: Door,
  visit: { provider: SocialProvider; redirectTo: string; challenge: Challenge | null; linkTo: string | null },
): Promise<VisitChecks> {
  const [nonce, verifier, browser] = [randomText(), randomText(), randomText()]
  const now = door.clock()
  const [flow] = await door.sql<[{ id: string }]>`
    insert into auth.flow_state (provider_type, authentication_method, referrer, nonce, provider_verifier,
      browser_hash, linking_target_id, code_challenge, code_challenge_method, created_at, updated_at)
    values (${visit.provider}, 'oauth', ${visit.redirectTo}, ${nonce}, ${verifier}, ${digest(browser)},
      ${visit.linkTo}, ${visit.challenge?.challenge ?? null}, ${visit.challenge?.method ?? null}, ${now}, ${now})
    returning id`
  const { protocol, pathname } = new URL(door.apiUrl)
  const secure = protocol === 'https:'
  setCookie(c, cookieOf(flow.id), browser, {
    httpOnly: true,
    secure,
    // Apple comes back with a form from its own site, which only a cookie open to that accompanies.
    sameSite: secure ? 'None' : 'Lax',
    path: `${pathname}/callback`,
    maxAge: VISIT_SECONDS,
  })
  return { state: flow.id, nonce, verifier }
}

/** Takes the visit named `state`, which works once; undefined when it is unknown, used, old or another browser's. */
export async function takeVisit(
  c: Context,
  door: Door,
  sql: Query,
  state: string,
): Promise<Visit | undefined> {
  const browser = isUuid(state) ? getCookie(c, cookieOf(state)) : undefined
  if (!browser) return undefined
  const now = door.clock()
  const since = new Date(now.getTime() - VISIT_SECONDS * 1000)
  const [visit] = await sql<Visit[]>`
    with visit as (
      select id, nonce, provider_verifier from auth.flow_state
      where id = ${state} and nonce is not null and browser_hash = ${digest(browser)} and created_at > ${since}
      for update
    )
    update auth.flow_state flow set nonce = null, provider_verifier = null, updated_at = ${now}
    from visit
    where flow.id = visit.id
    returning flow.id, flow.provider_type, visit.nonce, visit.provider_verifier, flow.referrer,
      flow.linking_target_id, flow.code_challenge is not null as pkce`
  return visit
}

function cookieOf(state: string): string {
  return `auth-visit-${state}`
}

/** 256 bits; also long enough for a PKCE verifier (RFC 7636 section 4.1). */
function randomText(): string {
  return randomBytes(32).toString('base64url')
}
