/** The one client of /api/v1: bearer token, language, idempotency key, and every failure as one kind of error. */
import type { ErrorAnswer } from '#server/product/api/call.ts'
import type { AnswerOf, CallName, CallRequest, DataOf } from '#server/product/calls.ts'
import { apiHeaders } from './api-headers.ts'
import { BROWSER_KEY_HEADER } from './browser-key.ts'
import { addressOf, type CallArguments } from './call-address.ts'
import { observeServerDate } from './clock.ts'
import { config } from './config.ts'
import { fetchOnce } from './early-fetches.ts'
import { i18n } from './i18n.ts'
import { inTime } from './in-time.ts'
import { withProof } from './proof.ts'
import { sendAsCaller } from './supabase.ts'

/** A call that failed. `message` can be shown as it is; it is empty when the answer gave no reason. */
export class ApiError extends Error {
  override name = 'ApiError'
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /** The refusal's code; null when the answer was not a refusal by our API. */
  readonly code: string | null

  constructor(status: number, code: string | null, message: string) {
    super(message)
    this.status = status
    this.code = code
  }

  /** True when the server decided: repeating the call would get the same answer. */
  get isFinal(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 429
  }
}

/** Whether the person was asked for a proof and would rather not: nothing has failed, and nothing is to be told. */
export const isUnproven = (error: unknown): boolean => error instanceof ApiError && error.code === 'proof_due'

let profileIncompleteListener = () => {}

/** Calls `listener` when the server says that the caller's profile is incomplete, whatever this browser believed. */
export function onProfileIncomplete(listener: () => void): void {
  profileIncompleteListener = listener
}

export type Sending = {
  /** Same key and same body get the same answer, so a call that moves money can be repeated after a lost one. */
  idempotencyKey?: string
  /** Of a call that is answered to this browser alone. */
  browserKey?: string
  signal?: AbortSignal
}

/** The arguments of a call; optional where the call needs none. */
type Arguments<Name extends CallName> =
  Record<never, never> extends CallRequest<Name>
    ? [request?: CallRequest<Name> & Sending]
    : [request: CallRequest<Name> & Sending]

/** Makes a call of the contract and resolves with its JSON answer. Throws ApiError. */
export async function api<const Name extends CallName>(
  name: Name,
  ...[request]: Arguments<Name>
): Promise<AnswerOf<Name>> {
  return answerTo(name, request ?? {})
}

/** The answer's `data`, for components that take the call's name as a parameter. Throws ApiError. */
export async function dataOf<const Name extends CallName>(
  name: Name,
  request: AnyRequest,
): Promise<DataOf<Name>> {
  return (await answerTo<{ data: DataOf<Name> }>(name, request)).data
}

/** `api` for callers that take the call's name as a parameter, and know the type of its answer. Throws ApiError. */
export async function answerTo<Answer>(name: CallName, request: AnyRequest): Promise<Answer> {
  const response = await call(name, request)
  return response.json().catch(() => {
    throw lost()
  })
}

/** The file a call answers with. Throws ApiError. */
export function download<const Name extends CallName>(name: Name, request: CallRequest<Name>): Promise<Blob> {
  // Every call's request is one of these, which the compiler cannot see while the name is open.
  return downloadFrom(name, request as AnyRequest)
}

/**
 * `download` for callers that take the call's name as a parameter; `onPart` is called with each chunk as it
 * arrives. Throws ApiError.
 */
export async function downloadFrom(
  name: CallName,
  request: AnyRequest,
  onPart?: (part: Uint8Array) => void,
): Promise<Blob> {
  const response = await call(name, request)
  const listen = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      onPart?.(part)
      controller.enqueue(part)
    },
  })
  const type = response.headers.get('Content-Type') ?? ''
  const body = response.body?.pipeThrough(listen) ?? null
  return new Response(body, { headers: { 'Content-Type': type } }).blob().catch(() => {
    throw lost()
  })
}

/** The arguments of some call, where its name is not known. */
export type AnyRequest = Sending & CallArguments & { body?: unknown }

/**
 * A successful response whose body has not been read. Where the server asks for a proof first, the person is asked, and
 * the same call is made again. Throws ApiError.
 */
async function call(name: CallName, request: AnyRequest): Promise<Response> {
  const answered = await withProof(
    () => callOnce(name, request),
    (answer) => answer instanceof ApiError && answer.code === 'proof_due',
  )
  if (!(answered instanceof ApiError)) return answered
  if (answered.code === 'profile_incomplete') profileIncompleteListener()
  throw answered
}

async function callOnce(name: CallName, request: AnyRequest): Promise<Response | ApiError> {
  const response = await sendAsCaller((token) => send(name, token, request)).catch((cause) => {
    if (request.signal?.aborted) throw cause
    throw lost()
  })
  return response.ok ? response : refusal(response.status, await response.json().catch(() => null))
}

async function send(name: CallName, token: string | null, request: AnyRequest): Promise<Response> {
  const { body, idempotencyKey, browserKey, signal } = request
  const headers = apiHeaders(i18n.language, token)
  if (browserKey) headers.set(BROWSER_KEY_HEADER, browserKey)
  if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey)
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  const { at, answer } = fetchOnce(config().url + addressOf(name, request), {
    method: name.slice(0, name.indexOf(' ')),
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  const response = await inTime(answer)
  observeServerDate(response.headers.get('Date'), at, Date.now())
  return response
}

/** No answer arrived, or only part of one. */
function lost(): ApiError {
  return new ApiError(0, null, i18n.t('common:offline'))
}

function refusal(status: number, answer: unknown): ApiError {
  const data = (answer as Partial<ErrorAnswer> | null)?.data
  // The gateway before the doors refuses in English, and without our envelope.
  const words = data?.error ?? (status === 429 ? i18n.t('common:tooOften') : '')
  return new ApiError(status, data?.code ?? null, words)
}
