/** The one caller of /api/v1: bearer token, language, idempotency key, and refusals as one kind of error. */
import type { ErrorAnswer } from '#domain/wire/api.ts'
import { apiHeaders } from './api-headers.ts'
import { askOnce } from './asked-early.ts'
import { observeServerDate } from './clock.ts'
import { config } from './config.ts'
import { i18n } from './i18n.ts'
import { inTime } from './in-time.ts'
import { askAsCaller } from './supabase.ts'

/** A call that did not do what was asked. `message` can be shown as it is; an answer that gave no reason leaves it empty. */
export class ApiError extends Error {
  override name = 'ApiError'
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /** The refusal's code, or null when the answer was no refusal of ours. */
  readonly code: string | null

  constructor(status: number, code: string | null, message: string) {
    super(message)
    this.status = status
    this.code = code
  }

  /** True when the server decided: sending the same again would be answered the same. */
  get isFinal(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 429
  }
}

let tellIncomplete = () => {}

/** Calls `tell` when the server says that the caller's profile is not complete, whatever this browser believed. */
export function whenProfileIsIncomplete(tell: () => void): void {
  tellIncomplete = tell
}

export type ApiOptions = {
  body?: unknown
  /** Same key, same body: same answer. It lets a money-moving call be sent again after a lost answer. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/** Calls `/api/v1{path}` (POST when there is a body) and returns the answer's JSON. Throws ApiError. */
export async function api<Body>(path: string, options: ApiOptions = {}): Promise<Body> {
  const response = await call(path, options)
  return response.json().catch(() => {
    throw lost()
  })
}

/** Gets `/api/v1{path}` as a file; `onPart` hears of each part as it comes. Throws ApiError. */
export async function download(path: string, onPart?: (part: Uint8Array) => void): Promise<Blob> {
  const response = await call(path, {})
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

/** An answer that is no refusal; its body has not been read. */
async function call(path: string, options: ApiOptions): Promise<Response> {
  const response = await askAsCaller((token) => send(path, token, options)).catch((cause) => {
    if (options.signal?.aborted) throw cause
    throw lost()
  })
  if (response.ok) return response
  const refused = refusal(response.status, await response.json().catch(() => null))
  if (refused.code === 'profile_incomplete') tellIncomplete()
  throw refused
}

async function send(path: string, token: string | null, options: ApiOptions): Promise<Response> {
  const { body, idempotencyKey, signal } = options
  const headers = apiHeaders(i18n.language, token)
  if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey)
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  const { at, answer } = askOnce(`${config().url}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  const response = await inTime(answer)
  observeServerDate(response.headers.get('Date'), at, Date.now())
  return response
}

/** No answer came, or only a part of one. */
function lost(): ApiError {
  return new ApiError(0, null, i18n.t('common:offline'))
}

function refusal(status: number, answer: unknown): ApiError {
  const data = (answer as Partial<ErrorAnswer> | null)?.data
  return new ApiError(status, data?.code ?? null, data?.error ?? '')
}
