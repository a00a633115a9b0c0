/**
 * Answers of the server that were asked for while the code that wants them was still on its way. Each is for whoever
 * asks for the same first, in the same name, before the first view stands.
 */
import { firstView } from './first-view.ts'

/** `at`: when it was asked for, in milliseconds since 1970. */
type Asked = { at: number; answer: Promise<Response> }

const early = new Map<string, Asked & { name: string | null }>()
void firstView.then(() => early.clear())

export function askEarly(address: string, headers: Headers): void {
  const answer = fetch(address, { headers })
  // A failure is told to whoever takes it.
  answer.catch(() => undefined)
  early.set(address, { at: Date.now(), answer, name: headers.get('Authorization') })
}

/** Asks now, unless it has been asked for already. The answer fails as `fetch` does. */
export function askOnce(address: string, init: RequestInit & { headers: Headers }): Asked {
  const asked = init.method === 'GET' ? early.get(address) : undefined
  early.delete(address)
  if (asked && asked.name === init.headers.get('Authorization')) return asked
  return { at: Date.now(), answer: fetch(address, init) }
}
