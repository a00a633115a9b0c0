import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/**
 * Sets a header that the answer has unless it says otherwise. Straight into the head that is sent where there is a
 * socket: by way of a Response, it would cost as much as all the rest of a short answer.
 */
export function answerHeader(c: Context, name: string, value: string): void {
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>
  if (outgoing) outgoing.setHeader(name, value)
  else c.header(name, value)
}
