/** Calls of the auth API that the official client does not cover: sessions, recovery codes, taking a change back. */
import { withBrowserKey } from './browser-key.ts'
import { config } from './config.ts'
import { holdProof, withHeldProof } from './held-proof.ts'
import { withProof } from './proof.ts'
import { accessToken } from './supabase.ts'

/** The auth API's code for a session that has to prove once more whose it is. */
export const PROOF_NEEDED = 'reauthentication_needed'

/** Whether the person was asked for a proof and would rather not: nothing has failed, and nothing is to be told. */
export const isUnprovenChange = (fault: unknown): boolean =>
  (fault as { code?: unknown } | null)?.code === PROOF_NEEDED

/** `status` is 0 when no answer came. */
export class AuthDoorError extends Error {
  override name = 'AuthDoorError'
  readonly status: number
  /** The refusal's code; '' when no answer came. */
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

type Sending = { method?: 'POST' | 'DELETE'; body?: unknown; signal?: AbortSignal }

/**
 * Calls `/auth/v1{path}` with the session's token (POST when there is a body); asks the person for a proof where the
 * server does. Throws AuthDoorError.
 */
export async function authDoor<Body>(path: string, options: Sending = {}): Promise<Body> {
  const { response, answer } = await withProof(
    () => send(path, options),
    (sent) => sent.answer?.error_code === PROOF_NEEDED,
  )
  if (!response.ok) {
    throw new AuthDoorError(response.status, String(answer?.error_code ?? ''), String(answer?.msg ?? ''))
  }
  return answer as Body
}

type Refused = { error_code?: string; msg?: string }

async function send(path: string, options: Sending): Promise<{ response: Response; answer: Refused | null }> {
  const { url: site, anonKey } = config()
  const url = `${site}/auth/v1${path}`
  const init = {
    method: options.method ?? (options.body === undefined ? 'GET' : 'POST'),
    headers: {
      apikey: anonKey,
      Authorization: `Bearer ${(await accessToken()) ?? anonKey}`,
      'Content-Type': 'application/json',
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    ...(options.signal && { signal: options.signal }),
  }
  const response = await fetch(url, withHeldProof(url, withBrowserKey(url, init))).catch((fault: Error) => {
    throw new AuthDoorError(0, '', fault.message)
  })
  holdProof(response)
  return { response, answer: await response.json().catch(() => null) }
}
