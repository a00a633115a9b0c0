/**
 * Requests sent before the code that needs their answers has loaded. Each answer goes to the first caller that
 * makes the same request with the same token, until the first view is shown.
 */
import { firstView } from './first-view.ts'

/** `at`: when it was sent, in milliseconds since 1970. */
type Pending = { at: number; answer: Promise<Response> }

const early = new Map<string, Pending & { name: string | null }>()
void firstView.then(() => early.clear())

export function fetchEarly(address: string, headers: Headers): void {
  const answer = fetch(address, { headers })
  // A failure is reported to the caller that takes the answer.
  answer.catch(() => undefined)
  early.set(address, { at: Date.now(), answer, name: headers.get('Authorization') })
}

/** Sends the request, or takes over the one that was sent early. The answer rejects as `fetch` does. */
export function fetchOnce(address: string, init: RequestInit & { headers: Headers }): Pending {
  const pending = init.method === 'GET' ? early.get(address) : undefined
  early.delete(address)
  if (pending && pending.name === init.headers.get('Authorization')) return pending
  return { at: Date.now(), answer: fetch(address, init) }
}
