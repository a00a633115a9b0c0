/** Calls of the auth API that the official client does not cover: sessions and recovery codes. */
import { config } from './config.ts'
import { accessToken } from './supabase.ts'

/** `status` is 0 when no answer came. */
export class AuthDoorError extends Error {
  override name = 'AuthDoorError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Calls `/auth/v1{path}` with the session's token (POST when there is a body). Throws AuthDoorError. */
export async function authDoor<Body>(
  path: string,
  options: { method?: 'POST' | 'DELETE'; body?: unknown; signal?: AbortSignal } = {},
): Promise<Body> {
  const { url, anonKey } = config()
  const response = await fetch(`${url}/auth/v1${path}`, {
    method: options.method ?? (options.body === undefined ? 'GET' : 'POST'),
    headers: {
      apikey: anonKey,
      Authorization: `Bearer ${(await accessToken()) ?? anonKey}`,
      'Content-Type': 'application/json',
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    ...(options.signal && { signal: options.signal }),
  }).catch((fault: Error) => {
    throw new AuthDoorError(0, fault.message)
  })
  const answer = await response.json().catch(() => null)
  if (!response.ok) throw new AuthDoorError(response.status, String(answer?.msg ?? ''))
  return answer as Body
}
