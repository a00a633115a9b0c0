/** The one caller of /api/v1: bearer token, language, idempotency key, and refusals as one kind of error. */
import type { ErrorAnswer } from '#server/product/api/call.ts'
import type { AnswerOf, CallName, CallRequest, DataOf } from '#server/product/calls.ts'
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

export type Sending = {
  /** Same key, same body: same answer. It lets a money-moving call be sent again after a lost answer. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/** What has to be said for a call; nothing, where nothing has to. */
type Said<Name extends CallName> =
  Record<never, never> extends CallRequest<Name>
    ? [said?: CallRequest<Name> & Sending]
    : [said: CallRequest<Name> & Sending]

/** Makes a call of the contract and resolves with the JSON that answers it. Throws ApiError. */
export async function api<const Name extends CallName>(
  name: Name,
  ...[said]: Said<Name>
): Promise<AnswerOf<Name>> {
  const response = await call(name, said ?? {})
  return response.json().catch(() => {
    throw lost()
  })
}

/** What stands below `data` in the answer, for a screen that is handed the call's name with what is said. Throws ApiError. */
export async function dataOf<const Name extends CallName>(name: Name, said: object): Promise<DataOf<Name>> {
  const send = api as unknown as (name: Name, said: object) => Promise<{ data: DataOf<Name> }>
  return (await send(name, said)).data
}

/** The file that answers a call; `onPart` hears of each part as it comes. Throws ApiError. */
export async function download<const Name extends CallName>(
  name: Name,
  said: CallRequest<Name>,
  onPart?: (part: Uint8Array) => void,
): Promise<Blob> {
  const response = await call(name, said as AnyRequest)
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

type AnyRequest = Sending & {
  params?: Record<string, string | number>
  query?: Record<string, string | number | null | undefined>
  body?: unknown
}

/** The address of a call below `/api/v1`; what is null or undefined is left out of it. */
function addressOf(name: CallName, { params = {}, query = {} }: AnyRequest): string {
  const path = name.slice(name.indexOf(' ') + 1)
  const filled = path.replace(/\{(\w+)\}/g, (_all, param: string) => encodeURIComponent(params[param] ?? ''))
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined)
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()
  return search ? `${filled}?${search}` : filled
}

/** An answer that is no refusal; its body has not been read. */
async function call(name: CallName, said: AnyRequest): Promise<Response> {
  const response = await askAsCaller((token) => send(name, token, said)).catch((cause) => {
    if (said.signal?.aborted) throw cause
    throw lost()
  })
  if (response.ok) return response
  const refused = refusal(response.status, await response.json().catch(() => null))
  if (refused.code === 'profile_incomplete') tellIncomplete()
  throw refused
}

async function send(name: CallName, token: string | null, said: AnyRequest): Promise<Response> {
  const { body, idempotencyKey, signal } = said
  const headers = apiHeaders(i18n.language, token)
  if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey)
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  const { at, answer } = askOnce(`${config().url}/api/v1${addressOf(name, said)}`, {
    method: name.slice(0, name.indexOf(' ')),
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
