/**
 * The outside world on one machine: every HTTP emulator on one port, each under its own path, and SMTP on a port of its
 * own. A new emulator is one more `mount` line.
 */
import { resolve } from 'node:path'
import { type ServerType, serve } from '@hono/node-server'
import { Hono } from 'hono'
import { createCards } from './cards/cards.ts'
import { createCustodian } from './custodian/custodian.ts'
import type { Emulator } from './emulator.ts'
import { recordCalls } from './exchanges.ts'
import { createExplorer } from './explorer/explorer.ts'
import { createIdentity } from './identity/identity.ts'
import { indexPage, type Listed } from './index-page.ts'
import { createInvoices } from './invoices/invoices.ts'
import { createKms } from './kms/kms.ts'
import { createMail } from './mail/mail.ts'
import { createPinning } from './pinning/pinning.ts'
import { createPix } from './pix/pix.ts'
import { createPush } from './push/push.ts'
import { createS3 } from './s3/s3.ts'
import { createVideo } from './video/video.ts'

const { env } = process
const port = portFrom('PORT', 3001)
const smtpPort = portFrom('SMTP_PORT', port + 3)
const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/$/, '')
const dataDir = resolve(env.DATA_DIR ?? '.data/emulators')
// Loopback by default: nothing here is protected from the network.
const hostname = env.HOST ?? '127.0.0.1'

// Not strict: `/mail` and `/mail/` are the same page.
const app = new Hono({ strict: false })
app.use(recordCalls)
const listed: Listed[] = []
const running: Emulator[] = []

await mount('/stripe', 'Cards, in the way of Stripe', ['/stripe/v3/stripe.js', '/stripe/_control/log'], () =>
  createCards({
    dataDir,
    publicUrl: `${publicUrl}/stripe`,
    webhook: {
      url: env.WEBHOOK_STRIPE_URL ?? 'http://localhost:3000/webhooks/stripe',
      secret: env.STRIPE_WEBHOOK_SECRET ?? 'whsec_emulator',
    },
  }),
)
await mount('/mail', `E-mail, by SMTP on port ${smtpPort}`, ['/mail', '/mail/messages'], () =>
  createMail({
    dataDir,
    publicUrl: `${publicUrl}/mail`,
    smtpPort,
    reports: {
      url: env.MAIL_REPORTS_URL ?? 'http://localhost:3000/webhooks/mail-reports',
      secret: env.MAIL_REPORTS_SECRET ?? 'mail-reports-secret',
    },
    webhook: env.WEBHOOK_MAIL_URL ?? 'http://mail:mail-secret@localhost:3000/webhooks/mail',
  }),
)
await mount('/custodian', 'Wallet custodian', ['/custodian/_control/log'], () =>
  createCustodian({
    dataDir,
    client: env.CUSTODIAN_CLIENT ?? 'tune',
    secret: env.CUSTODIAN_SECRET ?? 'custodian-secret',
    seed: env.CUSTODIAN_SEED ?? 'tune emulator wallets',
  }),
)
await mount('/ipfs', 'File pinning and gateway', ['/ipfs/_control/pins', '/ipfs/_control/log'], () =>
  createPinning({ dataDir, token: env.PINNING_TOKEN ?? 'pinning-token' }),
)
await mount('/pix', 'PIX, in the way of the Banco Central', ['/pix', '/pix/_control/log'], () =>
  createPix({
    dataDir,
    publicUrl: `${publicUrl}/pix`,
    client: { id: env.PIX_CLIENT_ID ?? 'tune', secret: env.PIX_CLIENT_SECRET ?? 'pix-secret' },
    chave: env.PIX_KEY ?? 'pix@tune.test',
    webhook: env.WEBHOOK_PIX_URL ?? 'http://localhost:3000/webhooks/pix',
  }),
)
await mount(
  '/push',
  'Push service of a browser maker',
  ['/push/_control/messages', '/push/_control/log'],
  () => createPush({ dataDir, publicUrl: `${publicUrl}/push` }),
)
await mount('/video', 'Video host, with signed playback and uploads', ['/video/_control/log'], () =>
  createVideo({
    dataDir,
    publicUrl: `${publicUrl}/video`,
    tokenKey: env.VIDEO_TOKEN_KEY ?? 'video-token-key',
    apiKey: env.VIDEO_API_KEY ?? 'video-api-key',
    cdnKey: env.VIDEO_CDN_KEY ?? 'video-cdn-key',
  }),
)
await mount('/s3', 'Store of files, in the way of S3', ['/s3/_control/log'], () =>
  createS3({
    dataDir,
    path: new URL(`${publicUrl}/s3`).pathname,
    bucket: env.S3_BUCKET ?? 'tune',
    region: env.S3_REGION ?? 'us-east-1',
    accessKeyId: env.S3_ACCESS_KEY_ID ?? 'tune-files',
    secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? 'files-secret',
  }),
)
await mount(
  '/invoices',
  'Service invoices (NFS-e), in the way of SEFIN Nacional',
  ['/invoices/_control/invoices', '/invoices/_control/log'],
  () => createInvoices({ dataDir }),
)
await mount('/kms', 'A key that signs, in the way of AWS KMS', ['/kms/_control/log'], () =>
  createKms({
    dataDir,
    region: env.KMS_REGION ?? 'us-east-1',
    accessKeyId: env.KMS_ACCESS_KEY_ID ?? 'tune-kms',
    secretAccessKey: env.KMS_SECRET_ACCESS_KEY ?? 'kms-secret',
  }),
)
await mount('/explorer', 'Chain explorer', ['/explorer'], () =>
  createExplorer({
    publicUrl: `${publicUrl}/explorer`,
    rpcUrl: env.CHAIN_RPC_URL ?? `http://127.0.0.1:${port + 2}`,
  }),
)

await mount('/identity', 'Google, Facebook and Apple sign-in', ['/identity/_control/log'], () =>
  createIdentity({
    dataDir,
    publicUrl: `${publicUrl}/identity`,
    redirectUris: [env.AUTH_CALLBACK_URL ?? 'http://localhost:3000/auth/v1/callback'],
  }),
)

app.get('/', (c) => c.html(indexPage(listed)))
app.get('/health', (c) => c.json({ ok: true }))

const server: ServerType = serve({ fetch: app.fetch, port, hostname }, () => {
  for (const { path, title } of listed) console.log(`${(publicUrl + path).padEnd(36)} ${title}`)
  console.log(`The emulators are ready: ${publicUrl}`)
})
server.on('error', (error) => {
  console.error(`The emulators cannot listen on ${hostname}:${port}: ${error.message}`)
  void stop(1)
})
process.once('SIGTERM', () => void stop(0))
process.once('SIGINT', () => void stop(0))

/** Starts an emulator under `path`; `links` are the addresses worth opening, for the index page. */
async function mount(
  path: string,
  title: string,
  links: string[],
  create: () => Emulator | Promise<Emulator>,
) {
  const emulator = await create()
  running.push(emulator)
  listed.push({ path, title, links })
  app.route(path, emulator.app)
}

/**
 * Shuts everything down: open sockets are cut, timers cleared and databases closed, and then the process ends by
 * itself.
 */
async function stop(exitCode: number): Promise<void> {
  process.exitCode = exitCode
  server.close()
  if ('closeAllConnections' in server) server.closeAllConnections()
  await Promise.all(running.map((emulator) => emulator.close()))
}

function portFrom(name: string, otherwise: number): number {
  const value = Number(env[name] ?? otherwise)
  if (Number.isInteger(value) && value > 0 && value < 65_536) return value
  throw new Error(`${name} must be a port number, not ${env[name]}`)
}
