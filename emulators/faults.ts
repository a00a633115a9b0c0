/** Network faults that any emulator can be scripted to apply to a request (see control.ts). */
import type { ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import type { Control, Scripted } from './control.ts'

/**
 * - `delay`: wait `delay_ms`, then answer as usual.
 * - `http_429`: refuse, doing nothing, with `Retry-After: 1`.
 * - `http_500`, `http_503`: refuse, doing nothing. All three in plain text, as what stands before a service does.
 * - `timeout`: do nothing and never answer; the socket closes when the caller gives up, or after a minute.
 * - `drop_answer`: do the work, then cut the connection, so that the caller cannot know.
 */
export const NETWORK_OUTCOMES = [
  'delay',
  'http_429',
  'http_500',
  'http_503',
  'timeout',
  'drop_answer',
] as const

const LONGEST_SILENCE_MS = 60_000

/** Answers with `run()`, unless `scripted` is a network fault. Unknown outcomes are left to `run`. */
export async function answerWithFault(
  c: Context,
  scripted: Scripted | undefined,
  run: () => Response | Promise<Response>,
): Promise<Response> {
  if (scripted === undefined) return run()
  const { outgoing } = c.env as HttpBindings
  if (scripted.delay_ms > 0) await waitWhileOpen(outgoing, scripted.delay_ms)
  switch (scripted.outcome) {
    case 'http_429':
      return c.text('Too many requests.', 429, { 'retry-after': '1' })
    case 'http_500':
    case 'http_503':
      return c.text('A scripted failure.', scripted.outcome === 'http_500' ? 500 : 503)
    case 'timeout':
      await waitWhileOpen(outgoing, LONGEST_SILENCE_MS)
      outgoing.destroy()
      return RESPONSE_ALREADY_SENT
    case 'drop_answer':
      await run()
      outgoing.destroy()
      return RESPONSE_ALREADY_SENT
    default:
      return run()
  }
}

/** Makes handlers apply what `control` has scripted, and leave a line in its log. */
export function scriptable(control: Control) {
  return (handler: (c: Context) => Response | Promise<Response>) =>
    async (c: Context): Promise<Response> => {
      const response = await answerWithFault(c, control.takeNext(), () => handler(c))
      control.record({ method: c.req.method, path: c.req.path, status: response.status, detail: null })
      return response
    }
}

/** Waits `ms`, or less when the caller disconnects first; leaves no timer behind. */
function waitWhileOpen(outgoing: ServerResponse, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      outgoing.off('close', finish)
      resolve()
    }
    const timer = setTimeout(finish, ms)
    outgoing.on('close', finish)
  })
}
