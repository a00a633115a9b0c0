/** Calls to the PIX provider: OAuth 2 client credentials, one token at a time, asked for once and kept in memory until it ends. */
import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import type { Env } from '../../env.ts'
import { type Send, sendWithCertificate } from './mutual-tls.ts'
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

type Grant = v.InferOutput<typeof grant>
/** `until` in ms of the clock; while it is being asked for, without end. */
type Token = { value: Promise<string>; until: number }

/** The provider's answer does not follow its own API. */
export class PixAnswer extends Error {
  override name = 'PixAnswer'
  constructor(message: string) {
    super(`PIX provider: ${message}`)
  }
}

/** It does not know our credentials, or no longer. */
export class PixRefusesUs extends PixAnswer {
  override name = 'PixRefusesUs'
}

export type PixCall = (
  method: 'GET' | 'PUT' | 'PATCH',
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<{ status: number; told: unknown; require: (status: number) => unknown }>

type Settings = Pick<
  Env,
  | 'PIX_URL'
  | 'PIX_CLIENT_ID'
  | 'PIX_CLIENT_SECRET'
  | 'PIX_TOKEN_BODY'
  | 'PIX_CLIENT_CERT'
  | 'PIX_CLIENT_KEY'
  | 'PIX_CA'
>

/** The request for a token: as RFC 6749 (section 4.4.2) has it, or as JSON, which Efí documents. */
const TOKEN_BODIES = {
  form: {
    type: 'application/x-www-form-urlencoded',
    body: String(new URLSearchParams({ grant_type: 'client_credentials' })),
  },
  json: { type: 'application/json', body: JSON.stringify({ grant_type: 'client_credentials' }) },
} as const

/** Providers demand a client certificate; an emulator beside us does not. */
function senderFor({ PIX_CLIENT_CERT: cert, PIX_CLIENT_KEY: key, PIX_CA: ca }: Settings): Send {
  return cert && key ? sendWithCertificate({ cert, key, ca }) : fetch
}

/** Keeps the token that `ask` gets: whoever needs one while it is being asked for waits for the same. */
function keepToken(ask: () => Promise<Grant>) {
  let token: Token | null = null

  function current(): Token {
    if (token && Date.now() < token.until) return token
    const asked: Token = {
      until: Number.POSITIVE_INFINITY,
      value: ask().then(
        ({ access_token, expires_in }) => {
          asked.until = Date.now() + (expires_in - MARGIN_SECONDS) * 1000
          return access_token
        },
        (fault: unknown) => {
          forget(asked)
          throw fault
        },
      ),
    }
    token = asked
    return asked
  }

  /** Unless another has taken its place. */
  function forget(ended: Token): void {
    if (token === ended) token = null
  }

  return { current, forget }
}

export function createPixCaller(env: Settings, patience = TIMEOUT_MS): PixCall {
  const origin = env.PIX_URL.replace(/\/$/, '')
  const send = senderFor(env)
  const tokenBody = TOKEN_BODIES[env.PIX_TOKEN_BODY]
  const credentials = Buffer.from(`${env.PIX_CLIENT_ID}:${env.PIX_CLIENT_SECRET}`).toString('base64')
  const tokens = keepToken(askForToken)

  async function askForToken(): Promise<Grant> {
    const answer = await send(`${origin}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${credentials}`, 'content-type': tokenBody.type },
      body: tokenBody.body,
      signal: AbortSignal.timeout(patience),
      redirect: 'manual',
    })
    // RFC 6749, section 5.2.
    if ([400, 401, 403].includes(answer.status)) throw new PixRefusesUs(`no token (${answer.status})`)
    if (answer.status !== 200) throw new PixAnswer(`no token (${answer.status})`)
    return v.parse(grant, await answer.json())
  }

  async function sendWith(held: Token, ...[method, path, body, more = {}]: Parameters<PixCall>) {
    return send(origin + path, {
      method,
      headers: {
        authorization: `Bearer ${await held.value}`,
        'content-type': 'application/json',
        ...more,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patience),
      // Whoever the provider might send us on to is not the provider.
      redirect: 'manual',
    })
  }

  async function sendAuthorized(...call: Parameters<PixCall>) {
    const held = tokens.current()
    const answer = await sendWith(held, ...call)
    if (answer.status !== 401) return answer
    // The token was revoked before it expired.
    tokens.forget(held)
    return sendWith(tokens.current(), ...call)
  }

  return async (method, path, body, more) => {
    let answer = await sendAuthorized(method, path, body, more)
    // A reconciliation makes thousands of calls and would start over; any other refused call is repeated by its job.
    for (let waits = 0; method === 'GET' && answer.status === 429 && waits < MOST_WAITS; waits++) {
      const now = Date.now()
      const after = readRetryAfter(answer.headers.get('retry-after'), now)
      if (!after) break
      await sleep(Math.min(after.getTime() - now, LONGEST_WAIT_MS))
      answer = await sendAuthorized(method, path, body, more)
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
