/** The web role: what runs before the doors, the doors, and the web application. */
import { type Context, Hono } from 'hono'
import { isCommonPassword } from '#domain/common-password.ts'
import { PASSWORD_CLASSES, PASSWORD_MIN_LENGTH } from '#domain/password.ts'
import type { ServerContext } from './context.ts'
import { createAuthDoor } from './doors/auth/door.ts'
import { DEFAULT_LIMITS } from './doors/auth/options.ts'
import { createRestDoor } from './doors/rest/door.ts'
import { createStorageDoor } from './doors/storage/door.ts'
import { drawImage } from './platform/adapters/images.ts'
import { cleanUpload } from './platform/adapters/uploads.ts'
import type { EndedSession } from './platform/db/sql.ts'
import { admit } from './platform/http/admission.ts'
import { answerHeader } from './platform/http/answer-header.ts'
import { anyOrigin } from './platform/http/any-origin.ts'
import { createApiKey } from './platform/http/api-keys.ts'
import { clientAddress } from './platform/http/client-address.ts'
import { publicConfig, publicSettings } from './platform/http/config.ts'
import { requireApiKey } from './platform/http/gateway.ts'
import { webManifest } from './platform/http/manifest.ts'
import { statusPages } from './platform/http/ready.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import { untilSilence } from './platform/http/until-silence.ts'
import { readPlayer, readShell, webApplication } from './platform/http/web-application.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import { videoDoor } from './platform/video/door.ts'
import { createVideoFiles } from './platform/video/video-files.ts'
import { createDoorCover } from './product/access/public.ts'
import { mailReports } from './product/alerts/mail-reports.ts'
import { unsubscribePages } from './product/alerts/unsubscribe.ts'
import { referencePages } from './product/api/reference.ts'
import { artistPages } from './product/artists/page.ts'
import { describeCalls } from './product/describe-calls.ts'
import { createProductApi } from './product/endpoints.ts'
import { enqueueJob } from './product/outbox.ts'
import { stripeWebhook } from './product/payments/card-webhook.ts'
import { pixWebhook } from './product/payments/pix-webhook.ts'
import { limitProfileWrites } from './product/people/limit-profile-writes.ts'
import { projectPages } from './product/projects/pages.ts'
import { enqueueAuthMail, enqueueAuthNotice } from './product/sign-in/auth-mail.ts'
import { createIdentityProviders } from './product/sign-in/identity-providers.ts'
import { isLeaked } from './product/sign-in/leaked-words.ts'
import { sessionLifetimes } from './product/sign-in/session-lifetimes.ts'
import { listArtistSlugs } from './product/studio/artist-page.ts'
import { artistPublicPages } from './product/studio/pages.ts'
import { mailWebhook } from './product/support/mail-webhook.ts'

const MAX_UPLOAD_BYTES = 5 * 1024 * 1024
/** What one person may keep below profile/, which is open to everybody who has signed in. */
const PROFILE_PICTURES = { bucket: 'images', prefix: 'profile/', files: 20, bytes: 40 * 1024 * 1024 }
/** What an artist's account may keep below artists/, among the clips. */
const ARTISTS_CLIPS = { bucket: 'clips', prefix: 'artists/', files: 100, bytes: 100 * 1024 * 1024 }
/** What one person may send to support, beside the file that a request begins with. */
const FILES_TO_SUPPORT = { bucket: 'support', prefix: 'asked/', files: 200, bytes: 200 * 1024 * 1024 }
/** A support request carries its file: 4 MiB as base64, plus the fields around it. */
const MAX_ROW_BYTES = 6 * 1024 * 1024

const hasEnded: EndedSession = (tx, claims) => tx`auth.session_has_ended(${claims}::text::jsonb)`

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
  'X-Proof',
]

/**
 * `metrics` is null where nobody may read them; /metrics then answers 404. Once `isEnding`, /health and /ready say so, for
 * load balancers.
 */
export function createApp(
  ctx: ServerContext,
  metrics: Metrics | null = null,
  isEnding: () => boolean = () => false,
): Hono {
  const { env, log, sql } = ctx
  const anonKey = createApiKey('anon', env.JWT_SECRET)
  const serviceKey = createApiKey('service_role', env.JWT_SECRET)
  const jwtSecret = env.JWT_SECRET
  const app = new Hono()

  app.onError((fault, c) => {
    log.error({ err: fault, method: c.req.method, path: c.req.path }, 'a request failed')
    return c.json({ message: 'Internal Server Error' }, 500)
  })
  if (metrics) app.use(metrics.measure)
  app.route('/', statusPages(sql, metrics, isEnding))
  // Pages and files never wait for calls of the same caller.
  const [admitCalls, admitPages] = [admit(jwtSecret), admit(jwtSecret)]
  app.use((c, next) => (isPage(c) ? admitPages : admitCalls)(c, next))
  app.use(untilSilence(ctx.unlessSilent, (c) => !isPage(c) || isFile(c)))
  app.get('/config.json', publicConfig(publicSettings(env, anonKey)))
  app.route('/webhooks', webhooks(ctx))

  for (const door of ['/auth/v1/*', '/rest/v1/*', '/storage/v1/*']) {
    app.use(door, anyOrigin(EXPOSED_HEADERS))
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
    createRestDoor({
      sql: ctx.strangerSql,
      log,
      jwtSecret,
      clientAddress,
      hasEnded,
      maxBodyBytes: MAX_ROW_BYTES,
    }),
  )
  app.route('/storage/v1', storageDoor(ctx))
  app.route('/api/v1', createProductApi(ctx))

  app.route('/', videoDoor(env, createVideoFiles(env), readPlayer))

  app.use('*', securityHeaders(env))
  app.get('/manifest.webmanifest', webManifest(env))
  app.route('/', projectPages(ctx, readShell, createDoorCover(ctx.sql), listArtistSlugs))
  app.route('/', artistPublicPages(ctx, readShell))
  app.route('/', artistPages(readShell))
  app.route('/', unsubscribePages(ctx))
  app.route('/', referencePages(ctx, describeCalls))
  app.route('/', webApplication(readShell))
  return app
}

/** Whether a page or a file is asked for. */
const isPage = ({ req }: Context) => req.method === 'GET' && !/^\/(api|auth|rest)\/v1\//.test(req.path)

/** Files are where the database says. */
const isFile = ({ req }: Context) => req.path.startsWith('/storage/v1/')

/** What other services tell us, each proving itself in its own way. */
function webhooks(ctx: ServerContext): Hono {
  const app = new Hono()
  app.post('/stripe', ...stripeWebhook(ctx))
  app.on('POST', ['/pix', '/pix/pix'], ...pixWebhook(ctx))
  app.post('/mail', ...mailWebhook(ctx, cleanUpload))
  app.post('/mail-reports', ...mailReports(ctx))
  return app
}

function storageDoor({ env, log, sql, strangerSql, files }: ServerContext) {
  return createStorageDoor({
    sql: strangerSql,
    ownerSql: sql,
    log,
    jwtSecret: env.JWT_SECRET,
    hasEnded,
    files,
    maxBytes: MAX_UPLOAD_BYTES,
    quotas: [PROFILE_PICTURES, ARTISTS_CLIPS, FILES_TO_SUPPORT],
    clean: cleanUpload,
    draw: drawImage,
    pictureStored: ({ id, version }) => sql.begin((tx) => enqueueJob(tx, 'draw-picture', { id, version })),
  })
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
      isCommonPassword(password, [...own, env.PRODUCT_NAME, new URL(env.PUBLIC_URL).hostname], isLeaked),
    limits: {
      tokenRequests: DEFAULT_LIMITS.tokenRequests * env.ADDRESS_LIMIT_FACTOR,
      mailRequests: DEFAULT_LIMITS.mailRequests * env.ADDRESS_LIMIT_FACTOR,
      verifyRequests: DEFAULT_LIMITS.verifyRequests * env.ADDRESS_LIMIT_FACTOR,
      mailShare: DEFAULT_LIMITS.mailShare * env.ADDRESS_LIMIT_FACTOR,
      ...sessionLifetimes(env),
    },
    enqueueMail: (tx, mail) => enqueueAuthMail(tx, mail, env.PUBLIC_URL),
    enqueueNotice: (tx, notice) => enqueueAuthNotice(tx, notice, env.PUBLIC_URL),
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
