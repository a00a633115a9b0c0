/** Mounts the handlers of a contract: each call is authorised, counted, parsed and answered in the same way. */
import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import type { Refusal } from '#domain/refusal.ts'
import type { Result } from '#domain/result.ts'
import { EVERY_ROLE, mayUse, type StaffRole } from '#domain/role.ts'
import type { ServerContext } from '../../context.ts'
import type { Actor } from '../../platform/audit.ts'
import { isUnavailable } from '../../platform/db/unavailable.ts'
import { createVersionReader, type Version } from '../../platform/db/version.ts'
import { FilesUnavailable } from '../../platform/files/files.ts'
import type { PersonClaims } from '../../platform/http/access-token.ts'
import { clientAddress } from '../../platform/http/client-address.ts'
import { personBehind } from '../../platform/http/person-behind.ts'
import { isProofDue } from '../../platform/http/proof-check.ts'
import { type CountUse, createLimit, type Limit } from '../../platform/rate-limit.ts'
import { answerFromCache, versionFor } from './answer-from-cache.ts'
import { answerWith, refusal } from './answers.ts'
import { type Call, type Calls, type InputOf, type Name, type OutputOf, uuid } from './call.ts'
import { type CheckAccount, createAccountCheck, type Fan } from './check-account.ts'
import type { ApiEnv } from './fan.ts'
import { idempotencyKey, readJson } from './input.ts'
import { recordReading } from './record-reading.ts'
import { createResponseCache, type ResponseCache } from './response-cache.ts'
import type { Written } from './written.ts'

/** What a handler knows about the caller. `authorise` returns the fan, or the refusal. */
type CallerOf<Of extends Call> = Of extends { direct: true }
  ? { claims: PersonClaims; authorise: () => Promise<Fan | Response> }
  : Of extends { caller: 'anyone' }
    ? unknown
    : {
        claims: PersonClaims
        fan: Of extends { caller: 'admin' } ? Fan & { role: StaffRole } : Fan
        /** For the audit trail, where artists' deeds stand beside administrators'. */
        by: Actor
      }

type Request<Path, Of extends Call> = InputOf<Path, Of> &
  CallerOf<Of> & {
    c: Context<ApiEnv>
    /** The caller's `Idempotency-Key`, for calls that take one. */
    key: string | null
  }

/** The arguments of a call's handler. */
export type RequestTo<Of extends Calls, Each extends keyof Of> = Of[Each] extends Call
  ? Request<Each, Of[Each]>
  : never

type Answered<Value> = Result<Value> | Response
/** What is put together of everybody's and one's own is written already. */
type ValueOf<Of extends Call> = Of extends { cache: 'each' } ? Written<OutputOf<Of> & object> : OutputOf<Of>
type Handler<Path, Of extends Call> = (
  request: Request<Path, Of>,
) => Answered<ValueOf<Of>> | Promise<Answered<ValueOf<Of>>>

export type Handlers<Of extends Calls> = {
  [Each in keyof Of]: Of[Each] extends Call ? Handler<Each, Of[Each]> : never
}

/**
 * A handler of any call. Written as a method, since a method may ask for more than `object`: what its call's contract has
 * checked is what it asks for.
 */
type Work = { handle(request: object): Answered<unknown> | Promise<Answered<unknown>> }['handle']

/** One capability's contract and the handlers that a process creates once. */
export type Endpoints = { calls: Calls; handlers: (ctx: ServerContext) => { [name: Name]: Work } }

export function endpoints<const Of extends Calls>(
  calls: Of,
  handlers: (ctx: ServerContext) => Handlers<Of>,
): Endpoints {
  return { calls, handlers }
}

type Door = {
  ctx: ServerContext
  readVersion: () => Promise<Version>
  checkAccount: CheckAccount
  responseCache: ResponseCache
}

/** Mounts every call on `api`. Anything else is an unknown path, which strangers and fans are not told. */
export function serve(api: Hono<ApiEnv>, ctx: ServerContext, all: readonly Endpoints[]): void {
  const door: Door = {
    ctx,
    readVersion: createVersionReader(ctx.sql),
    checkAccount: createAccountCheck(ctx.sql),
    responseCache: createResponseCache(),
  }
  for (const { calls, handlers } of all) {
    const made = handlers(ctx)
    for (const [name, call] of Object.entries(calls) as [Name, Call][]) {
      const [method = '', path = ''] = name.split(' ')
      const address = path.replace(/\{(\w+)\}/g, ':$1')
      const work = made[name]
      if (!work) throw new Error(`${name} has no handler`)
      api.on(method, address, withFaultsLogged(door, answerCall(door, name, call, work)))
    }
  }
  const unknown = (call: Guarded) =>
    withFaultsLogged(door, async (c) => {
      const known = await callerOf(door, c, call)
      return known instanceof Response ? known : refusal(c, 'not_found')
    })
  api.all('/admin/*', unknown({ caller: 'admin', roles: EVERY_ROLE }))
  // Not `notFound`: in a mounted application, the answer to unknown paths is a route like any other.
  api.all('*', unknown({ caller: 'fan' }))
}

type Answering = (c: Context<ApiEnv>) => Promise<Response>

/** Logs a fault, and refuses in the API's words. Not by `onError`: that would wrap each request once more. */
function withFaultsLogged({ ctx }: Door, answer: Answering): Answering {
  return async (c) => {
    try {
      return await answer(c)
    } catch (fault) {
      const call = { err: fault, method: c.req.method, path: c.req.path }
      const isAway = isUnavailable(fault) || fault instanceof FilesUnavailable
      if (isAway) ctx.log.warn(call, 'the database or the store of files is not available')
      else ctx.log.error(call, 'an API call failed')
      return refusal(c, isAway ? 'unavailable' : 'unexpected')
    }
  }
}

const NOTHING_ASKED = { success: true, output: {} } as const

function answerCall(door: Door, name: Name, call: Call, work: Work) {
  const params = [...name.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
  const query = call.query && v.object(call.query)
  const countInMemory = limitOf(door, name, call, 'in memory')
  const countInDatabase = limitOf(door, name, call, 'in database')

  return async (c: Context<ApiEnv>): Promise<Response> => {
    const caller = await callerOf(door, c, call)
    if (caller instanceof Response) return caller
    const refuse = async (code: Refusal) => {
      // A direct call has not been authorised yet: a caller without the right learns that first.
      const fan = call.direct ? await authorise(door, c, call) : null
      return fan instanceof Response ? fan : refusal(c, code)
    }
    const isDue = async () => caller.claims !== undefined && (await isProofDue(door.ctx.sql, caller.claims))
    if (call.proof === true && (await isDue())) return refusal(c, 'proof_due')
    const who = () => caller.claims?.sub ?? clientAddress(c)
    if (countInMemory && (await countInMemory(who()))) return refusal(c, 'too_many_requests')
    const named = readParams(c, params)
    if (!named) return refuse(call.unknown ?? 'not_found')
    const asked = query ? v.safeParse(query, c.req.query()) : NOTHING_ASKED
    const sent = call.body ? await readJson(c, call.body) : { value: undefined }
    const key = call.key ? idempotencyKey(c) : null
    if (!asked.success) return refuse(call.unreadable ?? 'malformed')
    if ('refusal' in sent) return refuse(sent.refusal)
    if (key === undefined) return refuse('malformed')
    if (typeof call.proof === 'object' && call.proof.of(sent.value) && (await isDue()))
      return refuse('proof_due')
    if (call.complete && !caller.fan?.isComplete) return refusal(c, 'profile_incomplete')
    // Last, since it costs a round trip that malformed requests do not deserve.
    if (countInDatabase && (await countInDatabase(who(), key))) return refusal(c, 'too_many_requests')
    const request = { c, ...caller, params: named, query: asked.output, body: sent.value, key }
    const answerTo = async (fan: Fan | undefined) =>
      work(fan === caller.fan ? request : { ...request, fan, claims: { ...caller.claims, sub: fan?.uid } })
    const cached = call.cache && (await answerFromCache(door, c, call, caller.fan, answerTo))
    if (cached) return cached
    const answered = await answerTo(caller.fan)
    if (caller.by && call.caller === 'admin' && answered.ok)
      await recordReading(door.ctx.sql, caller.by, name, call, request)
    return answered instanceof Response ? answered : answerWith(c, call.answer, answered)
  }
}

function limitOf({ ctx }: Door, name: Name, { limit }: Call, counted: Limit['counted']): CountUse | null {
  if (limit?.counted !== counted) return null
  // In test worlds many people share few addresses; limits that guard money apply there too.
  const factor = counted === 'in memory' ? ctx.env.ADDRESS_LIMIT_FACTOR : 1
  return createLimit(ctx.sql, name, { ...limit, most: limit.most * factor })
}

type Known = {
  claims?: PersonClaims
  fan?: Fan
  by?: Actor
  authorise?: () => Promise<Fan | Response>
}

type Guarded = Pick<Call, 'caller' | 'roles' | 'direct'>

async function callerOf(door: Door, c: Context<ApiEnv>, call: Guarded): Promise<Known | Response> {
  if (call.caller === 'anyone') return {}
  const claims = personBehind(c, door.ctx.env.JWT_SECRET)
  if (!claims) return refusal(c, 'unauthenticated')
  c.set('claims', claims)
  if (call.direct) return { claims, authorise: () => authorise(door, c, call) }
  const fan = await authorise(door, c, call)
  if (fan instanceof Response) return fan
  return { claims, fan, by: { uid: fan.uid, address: clientAddress(c) } }
}

/** The fan behind a valid session, or the refusal. */
async function authorise(
  { ctx, checkAccount, readVersion }: Door,
  c: Context<ApiEnv>,
  { caller, roles = [] }: Guarded,
): Promise<Fan | Response> {
  const claims = c.get('claims')
  // Whoever changes anything is looked at anew: sessions end by the clock too.
  const version = c.req.method === 'GET' ? await versionFor(c, readVersion) : null
  const { session, fan: found } = await checkAccount(claims, version)
  // Closing an account ends its sessions: whoever comes back learns why.
  if (session === 'ended')
    return refusal(c, found?.isActive === false ? 'account_inactive' : 'unauthenticated')
  if (session === 'second_factor_due') return refusal(c, 'second_factor_due')
  // The session is valid: without a row yet, the profile has to be begun.
  if (!found) return refusal(c, 'profile_incomplete')
  const isStrong = claims.aal === 'aal2' || ctx.env.ADMIN_SECOND_FACTOR !== 'required'
  const fan = { ...found, role: isStrong ? found.role : null }
  c.set('fan', fan)
  if (!fan.isActive) return refusal(c, 'account_inactive')
  if (caller !== 'admin') return fan
  if (found.role === null) return refusal(c, 'forbidden')
  if (fan.role === null) return refusal(c, 'second_factor_due')
  return mayUse(roles, fan.role) ? fan : refusal(c, 'role_insufficient')
}

/** The path parameters; null when they cannot refer to anything. */
function readParams(c: Context, names: readonly string[]): Record<string, string | number> | null {
  const named: Record<string, string | number> = {}
  for (const name of names) {
    const given = c.req.param(name) ?? ''
    const value = name === 'id' ? Number(given) : given
    if (name === 'uid' && !v.is(uuid, value)) return null
    if (name === 'id' && !(Number.isSafeInteger(value) && Number(value) > 0)) return null
    // As the row spells it: what is kept of a call names the row.
    named[name] = name === 'uid' ? given.toLowerCase() : value
  }
  return named
}
