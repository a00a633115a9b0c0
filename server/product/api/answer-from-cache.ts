/** Answers a call from the cache, where its contract allows that. */
import type { Context } from 'hono'
import { ok, type Result } from '#domain/result.ts'
import type { Version } from '../../platform/db/version.ts'
import { answerHeader } from '../../platform/http/answer-header.ts'
import { bodyOf, refusal } from './answers.ts'
import type { Call } from './call.ts'
import type { Fan } from './check-account.ts'
import type { ApiEnv } from './fan.ts'
import type { ResponseCache } from './response-cache.ts'
import { Written } from './written.ts'

/** Shorter ones would hardly become any shorter. */
const LEAST_ZIPPED = 1000
/** Unless it is refused (RFC 9110, 12.5.3). */
const GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i
const JSON_TYPE = { 'content-type': 'application/json' }

const NOBODY = { uid: '00000000-0000-0000-0000-000000000000', email: '', wallet: null }

/**
 * Null where this caller's answer is not cached. `read` makes the answer, for the caller or, where it is shared, for nobody: a
 * shared answer then cannot contain anything of the caller's, even if they have made their first bid or purchase
 * since their account was read.
 */
export async function answerFromCache(
  { responseCache, readVersion }: { responseCache: ResponseCache; readVersion: () => Promise<Version> },
  c: Context<ApiEnv>,
  call: Call,
  fan: Fan | undefined,
  read: (as: Fan | undefined) => Promise<Result<unknown> | Response>,
): Promise<Response | null> {
  const version = await versionFor(c, readVersion)
  const isShared = isTheSame(call, fan)
  if (!isShared && call.cache === 'newcomers') return null
  const readFor = async (as: Fan | undefined): Promise<Result<Written<unknown>>> => {
    const result = await read(as)
    if (result instanceof Response) throw new Error('a response cannot be cached')
    if (!result.ok) return result
    return ok(result.value instanceof Written ? result.value : Written.of(bodyOf(call.answer, result.value)))
  }
  // What is put together for one person costs less than to keep it.
  if (!isShared && call.cache === 'each') {
    const own = await readFor(fan)
    return own.ok ? send(c, own.value) : refusal(c, own.refusal, own.message)
  }
  const name = `${isShared ? '' : fan?.uid} ${addressOf(c)}`
  const cached = await responseCache.get(version, name, () =>
    readFor(isShared && fan ? { ...fan, ...NOBODY } : fan),
  )
  if (!cached.ok) return refusal(c, cached.refusal, cached.message)
  const { body, etag } = cached.value
  // A browser may keep what tells nothing of its person, as long as it asks each time whether it is still so.
  if (isShared) answerHeader(c, 'cache-control', 'private, no-cache')
  answerHeader(c, 'etag', etag)
  const isKnown = c.req.header('if-none-match')?.includes(etag)
  if (isKnown && body.text.length >= LEAST_ZIPPED) answerHeader(c, 'vary', 'accept-encoding')
  return isKnown ? c.body(null, 304) : send(c, body)
}

/** Whether the answer is the same for all others of whom this is true. */
function isTheSame({ cache }: Call, fan: Fan | undefined): boolean {
  if (cache === 'everybody' || !fan) return true
  return cache !== 'own' && fan.role === null && fan.isNewcomer
}

/** The version of the database that a request is answered by: as it was once the request had come. */
export async function versionFor(c: Context<ApiEnv>, read: () => Promise<Version>): Promise<Version> {
  const known = c.get('version') ?? (await read())
  c.set('version', known)
  return known
}

/** Path and query, as they were sent. */
function addressOf({ req: { url } }: Context): string {
  return url.slice(url.indexOf('/', 'https://'.length))
}

async function send(c: Context<ApiEnv>, body: Written<unknown>): Promise<Response> {
  if (body.text.length < LEAST_ZIPPED) return c.body(body.text, 200, JSON_TYPE)
  answerHeader(c, 'vary', 'accept-encoding')
  if (!GZIP.test(c.req.header('accept-encoding') ?? '')) return c.body(body.text, 200, JSON_TYPE)
  answerHeader(c, 'content-encoding', 'gzip')
  return c.body(new Uint8Array(await body.zipped()), 200, JSON_TYPE)
}
