/** Flows through a provider: begun here, ended once, by the browser that began them. */
import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import * as v from 'valibot'
import { parseSoleRow } from '#server/platform/db/rows.ts'
import { isUuid } from './addresses.ts'
import type { SocialProvider, VisitChecks } from './identity-provider.ts'
import type { Door, Query } from './options.ts'
import type { Challenge } from './pkce.ts'
import { digest } from './secrets.ts'

/** How long a person may take at the provider. */
const VISIT_SECONDS = 600

export type Visit = {
  id: string
  provider_type: SocialProvider
  nonce: string
  provider_verifier: string
  referrer: string
  linking_target_id: string | null
  /** True when the application will exchange a code of ours at the end. */
  pkce: boolean
}

/** Stores a flow and ties it to the browser by a cookie; resolves with the `state` the provider has to return. */
export async function beginVisit(
  c: Context,
  door: Door,
  visit: { provider: SocialProvider; redirectTo: string; challenge: Challenge | null; linkTo: string | null },
): Promise<VisitChecks> {
  const [nonce, verifier, browser] = [randomText(), randomText(), randomText()]
  const now = door.clock()
  const flow = parseSoleRow(
    v.object({ id: v.string() }),
    await door.sql`
      insert into auth.flow_state (provider_type, authentication_method, referrer, nonce, provider_verifier,
        browser_hash, linking_target_id, code_challenge, code_challenge_method, created_at, updated_at)
      values (${visit.provider}, 'oauth', ${visit.redirectTo}, ${nonce}, ${verifier}, ${digest(browser)},
        ${visit.linkTo}, ${visit.challenge?.challenge ?? null}, ${visit.challenge?.method ?? null}, ${now}, ${now})
      returning id`,
  )
  const { protocol, pathname } = new URL(door.apiUrl)
  const secure = protocol === 'https:'
  setCookie(c, cookieOf(door, flow.id), browser, {
    httpOnly: true,
    secure,
    // Apple posts a form from its own site, so the cookie has to be sent with cross-site requests.
    sameSite: secure ? 'None' : 'Lax',
    path: secure ? '/' : `${pathname}/callback`,
    maxAge: VISIT_SECONDS,
  })
  return { state: flow.id, nonce, verifier }
}

/**
 * Takes the flow named `state`, which works once; undefined when it is unknown, used, expired or another browser's.
 */
export async function takeVisit(
  c: Context,
  door: Door,
  sql: Query,
  state: string,
): Promise<Visit | undefined> {
  const browser = isUuid(state) ? getCookie(c, cookieOf(door, state)) : undefined
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

/** Over TLS no other host may have set it, of the same domain or not (RFC 6265bis, `__Host-`). */
function cookieOf(door: Door, state: string): string {
  return `${door.apiUrl.startsWith('https:') ? '__Host-' : ''}auth-visit-${state}`
}

/** 256 bits; also long enough for a PKCE verifier (RFC 7636 section 4.1). */
function randomText(): string {
  return randomBytes(32).toString('base64url')
}
