/** One attempt to deliver a webhook. */
import { record } from './exchanges.ts'

const ANSWER_WITHIN_MS = 10_000

export type Attempt = { ok: boolean; status: number | null; error: string | null }

/** Never rejects: the result says what went wrong. `closing` aborts it. */
export async function postWebhook(
  url: string,
  payload: string,
  headers: Record<string, string>,
  closing: AbortSignal,
): Promise<Attempt> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: payload,
      headers,
      redirect: 'manual',
      signal: AbortSignal.any([closing, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    })
    await response.body?.cancel()
    record({
      method: 'POST',
      path: new URL(url).pathname,
      type: headers['content-type'] ?? '',
      body: payload,
      answer: null,
    })
    return { ok: response.ok, status: response.status, error: null }
  } catch (error) {
    return { ok: false, status: null, error: String(error) }
  }
}
