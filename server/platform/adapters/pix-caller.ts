/** Calls to the PIX provider: OAuth 2 client credentials, one token at a time, kept in memory until it ends. */
import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import type { Env } from '../../env.ts'
import { readRetryAfter } from './retry-after.ts'

const TIMEOUT_MS = 15_000
/**
 * How often a call is retried when the provider is busy; it waits as long as the provider says, up to the second
 * figure.
 */
const MOST_WAITS = 5
const LONGEST_WAIT_MS = 30_000
/** A token is not used in its last minute. */
const MARGIN_SECONDS = 60

const grant = v.object({ access_token: v.string(), expires_in: v.number() })

/** The provider's answer does not follow its own API. */
export class PixAnswer extends Error {
  override name = 'PixAnswer'
  constructor(message: string) {
    super(`PIX provider: ${message}`)
  }
}

export type PixCall = (
  method: 'GET' | 'PUT' | 'PATCH',
  path: string,
  body?: unknown,
) => Promise<{ status: number; told: unknown; require: (status: number) => unknown }>

export function createPixCaller(env: Pick<Env, 'PIX_URL' | 'PIX_CLIENT_ID' | 'PIX_CLIENT_SECRET'>): PixCall {
  const origin = env.PIX_URL.replace(/\/$/, '')
  const credentials = Buffer.from(`${env.PIX_CLIENT_ID}:${env.PIX_CLIENT_SECRET}`).toString('base64')
  let token: { value: string; until: number } | null = null

  async function accessToken(): Promise<string> {
    if (token && Date.now() < token.until) return token.value
    const answer = await fetch(`${origin}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'client_credentials' }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!answer.ok) throw new PixAnswer(`no token (${answer.status})`)
    const { access_token: value, expires_in: seconds } = v.parse(grant, await answer.json())
    token = { value, until: Date.now() + (seconds - MARGIN_SECONDS) * 1000 }
    return value
  }

  async function send(method: string, path: string, body: unknown): Promise<Response> {
    return fetch(origin + path, {
      method,
      headers: { authorization: `Bearer ${await accessToken()}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  }

  async function sendAuthorized(method: string, path: string, body: unknown): Promise<Response> {
    const answer = await send(method, path, body)
    if (answer.status !== 401) return answer
    // The token was revoked before it expired.
    token = null
    return send(method, path, body)
  }

  return async (method, path, body) => {
    let answer = await sendAuthorized(method, path, body)
    // A reconciliation makes thousands of calls and would start over; any other refused call is repeated by its job.
    for (let waits = 0; method === 'GET' && answer.status === 429 && waits < MOST_WAITS; waits++) {
      const now = Date.now()
      const after = readRetryAfter(answer.headers.get('retry-after'), now)
      if (!after) break
      await sleep(Math.min(after.getTime() - now, LONGEST_WAIT_MS))
      answer = await sendAuthorized(method, path, body)
    }
    const told: unknown = await answer.json().catch(() => null)
    const { status } = answer
    return {
      status,
      told,
      require(expected) {
        if (status !== expected) throw new PixAnswer(`${method} ${path} answered ${status}`)
        return told
      },
    }
  }
}
