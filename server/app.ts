/** The web role: what runs before the doors, the doors, and the web application. */
import { join } from 'node:path'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { isCommonPassword } from '#domain/common-password.ts'
import { PASSWORD_CLASSES, PASSWORD_MIN_LENGTH } from '#domain/password.ts'
import type { ServerContext } from './context.ts'
import { createAuthDoor } from './doors/auth/door.ts'
import { DEFAULT_LIMITS } from './doors/auth/options.ts'
import { createRestDoor } from './doors/rest/door.ts'
import { createStorageDoor } from './doors/storage/door.ts'
import { cleanImage, drawImage } from './platform/adapters/images.ts'
import { answerHeader } from './platform/http/answer-header.ts'
import { createApiKey } from './platform/http/api-keys.ts'
import { clientAddress } from './platform/http/client-address.ts'
import { publicConfig, publicSettings } from './platform/http/config.ts'
import { requireApiKey } from './platform/http/gateway.ts'
import { webManifest } from './platform/http/manifest.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import { takeTurns } from './platform/http/turns.ts'
import { readShell, webApplication } from './platform/http/web-application.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import { enqueueJob } from './platform/outbox.ts'
import { referencePages } from './product/api/reference.ts'
import { artistPages } from './product/artists/page.ts'
import { describeCalls } from './product/describe-calls.ts'
import { createProductApi } from './product/endpoints.ts'
import { stripeWebhook } from './product/payments/card-webhook.ts'
import { pixWebhook } from './product/payments/pix-webhook.ts'
import { limitProfileWrites } from './product/people/limit-profile-writes.ts'
import { projectPages } from './product/projects/pages.ts'
import { enqueueAuthMail, enqueueAuthNotice } from './product/sign-in/auth-mail.ts'
import { createIdentityProviders } from './product/sign-in/identity-providers.ts'
import { sessionLifetimes } from './product/sign-in/session-lifetimes.ts'

const MAX_UPLOAD_BYTES = 5 * 1024 * 1024
/** What one person may keep below profile/, which is open to everybody who has signed in. */
const PROFILE_PICTURES = { bucket: 'images', prefix: 'profile/', files: 50, bytes: 100 * 1024 * 1024 }
/** A support request carries its file: 4 MiB as base64, plus the fields around it. */
const MAX_ROW_BYTES = 6 * 1024 * 1024

const EXPOSED_HEADERS = [
  'X-Request-Id',
  'Content-Range',
  'Content-Location',
  'Location',
  'Preference-Applied',
  'X-Total-Count',
  'Link',
  'X-Supabase-Api-Version',
  'x-sb-error-code',
  'Retry-After',
]

/** `metrics` is null where nobody may read them; /metrics then answers 404. */
export function createApp(ctx: ServerContext, metrics: Metrics | null = null): Hono {
  const { env, log, sql } = ctx
  const anonKey = createApiKey('anon', env.JWT_SECRET)
  const serviceKey = createApiKey('service_role', env.JWT_SECRET)
  const jwtSecret = env.JWT_SECRET
  const settings = publicSettings(env, anonKey)
  const app = new Hono()

  app.onError((fault, c) => {
    log.error({ err: fault, method: c.req.method, path: c.req.path }, 'a request failed')
    return c.json({ message: 'Internal Server Error' }, 500)
  })
  if (metrics) app.use(metrics.measure)
  app.get('/metrics', metrics?.answer ?? ((c) => c.text('Not Found', 404)))
  app.get('/health', (c) => c.json({ status: 'ok' }))
  app.use(takeTurns(jwtSecret))
  app.get('/config.json', publicConfig(settings))
  app.post('/webhooks/stripe', ...stripeWebhook(ctx))
  app.post('/webhooks/pix', ...pixWebhook(ctx))

  for (const door of ['/auth/v1/*', '/rest/v1/*', '/storage/v1/*']) {
    app.use(door, cors({ origin: '*', exposeHeaders: EXPOSED_HEADERS }))
    app.use(door, requireApiKey(new Set([anonKey, serviceKey])))
  }
  // Answers to a person, unless they say otherwise. (Files have caching of their own.)
  for (const door of ['/auth/v1/*', '/rest/v1/*'])
    app.use(door, (c, next) => {
      answerHeader(c, 'cache-control', 'no-store')
      return next()
    })
  app.route('/auth/v1', authDoor(ctx))
  app.use('/rest/v1/*', limitProfileWrites(ctx))
  app.route(
    '/rest/v1',
    createRestDoor({ sql: ctx.strangerSql, log, jwtSecret, clientAddress, maxBodyBytes: MAX_ROW_BYTES }),
  )
  app.route(
    '/storage/v1',
    createStorageDoor({
      sql: ctx.strangerSql,
      ownerSql: sql,
      log,
      jwtSecret,
      folder: join(env.DATA_DIR, 'storage'),
      maxBytes: MAX_UPLOAD_BYTES,
      quotas: [PROFILE_PICTURES],
      clean: cleanImage,
      draw: drawImage,
      pictureStored: ({ id, version }) => sql.begin((tx) => enqueueJob(tx, 'draw-picture', { id, version })),
    }),
  )
  app.route('/api/v1', createProductApi(ctx))

  app.use('*', securityHeaders(env))
  app.get('/manifest.webmanifest', webManifest(env))
  app.route('/', projectPages(ctx, readShell))
  app.route('/', artistPages(readShell))
  app.route('/', referencePages(ctx, describeCalls))
  app.route('/', webApplication(readShell))
  return app
}

function authDoor({ env, log, sql }: ServerContext) {
  return createAuthDoor({
    sql,
    log,
    jwtSecret: env.JWT_SECRET,
    clock: () => new Date(),
    apiUrl: `${env.PUBLIC_URL}/auth/v1`,
    siteUrl: env.PUBLIC_URL,
    redirectAllowList: [`${env.PUBLIC_URL}/**`],
    passwordMinLength: PASSWORD_MIN_LENGTH,
    passwordClasses: PASSWORD_CLASSES,
    isCommonPassword: (password, own) =>
      isCommonPassword(password, [...own, env.PRODUCT_NAME, new URL(env.PUBLIC_URL).hostname]),
    limits: {
      tokenRequests: DEFAULT_LIMITS.tokenRequests * env.ADDRESS_LIMIT_FACTOR,
      mailRequests: DEFAULT_LIMITS.mailRequests * env.ADDRESS_LIMIT_FACTOR,
      verifyRequests: DEFAULT_LIMITS.verifyRequests * env.ADDRESS_LIMIT_FACTOR,
      ...sessionLifetimes(env),
    },
    enqueueMail: (tx, mail) => enqueueAuthMail(tx, mail, env.PUBLIC_URL),
    enqueueNotice: enqueueAuthNotice,
    identityProviders: createIdentityProviders(env),
    requireCurrentPassword: true,
    proofIsDue: async (userId, sessionId, now) => {
      const [answer] = await sql`select private.proof_is_due(${userId}, ${sessionId}, ${now}) as due`
      return answer?.due !== false
    },
    discardSignUp: async (tx, userId) => {
      await tx`select private.discard_profile(${userId})`
    },
    clientAddress,
  })
}
