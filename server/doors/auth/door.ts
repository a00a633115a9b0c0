/**
 * The /auth/v1 door: accounts, sessions and tokens over the wire protocol of GoTrue, so that the official Supabase
 * clients work unchanged. It needs a database with the `auth` schema and nothing else of the product.
 */
import { availableParallelism } from 'node:os'
import { Hono } from 'hono'
import { limitBody } from '#server/platform/http/body-limit.ts'
import { BUDGET } from './budget.ts'
import { AuthError, answerError } from './errors.ts'
import { type AuthDoorOptions, DEFAULT_LIMITS, type Door } from './options.ts'
import { createPasswords } from './passwords.ts'
import { addRoutes } from './routes.ts'

export type { AuthDoorOptions, AuthMail, AuthNotice, LinkToken } from './options.ts'

/**
 * The door as a Hono application: `app.route('/auth/v1', createAuthDoor(options))`. The server that mounts it checks
 * the `apikey` and handles CORS.
 */
export function createAuthDoor(options: AuthDoorOptions): Hono {
  const door: Door = {
    ...options,
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    identityProviders: options.identityProviders ?? {},
    // With two cores and 30 ms each, the longest wait is about one second.
    passwords: createPasswords(availableParallelism(), BUDGET.waitingPasswords.limit),
  }
  const app = new Hono()
  app.onError((fault, c) => answerError(c, fault, door.log))
  app.use(
    limitBody(BUDGET.body.limit, () => {
      throw new AuthError('bodyTooLarge')
    }),
  )
  app.use((c, next) => {
    if (c.req.url.length > BUDGET.query.limit) throw new AuthError('addressTooLong')
    return next()
  })
  addRoutes(app, door)
  // Not `notFound`: in a mounted application, the answer to unknown paths is a route like any other.
  app.all('*', () => {
    throw new AuthError('notFound')
  })
  return app
}
