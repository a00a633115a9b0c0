/** The only reader of the environment. It reports every fault at once, so that one run is enough to fix them. */
import * as v from 'valibot'
import { chainSettings } from './env-chain.ts'
import { fiscalSettings } from './env-fiscal.ts'
import { EnvironmentError, parseSettings } from './env-reading.ts'
import { type Custodian, custodianOf } from './env-together.ts'
import {
  databaseUrl,
  form,
  listOf,
  mailServerUrl,
  networks,
  port,
  region,
  site,
  url,
  webhookSecret,
  wholeNumber,
} from './env-values.ts'

const SERVICES = ['web', 'realtime', 'worker'] as const

const schema = v.object({
  PORT: v.optional(port, '3000'),
  /** Where a process that is `worker` alone answers /health, /ready and /metrics; without it, nowhere. */
  WORKER_PORT: v.optional(port),
  HOST: v.optional(v.string(), '127.0.0.1'),
  PUBLIC_URL: v.optional(site, 'http://localhost:3000'),
  /** `on` for a public site where nothing real is at stake: what only suits a developer's machine is then warned of, not refused. */
  REHEARSAL: v.optional(v.picklist(['on', 'off']), 'off'),
  /** Other sites whose pages may open a websocket here, separated by commas. */
  WEB_ORIGINS: v.optional(listOf(site), ''),
  SERVICES: v.optional(listOf(v.picklist(SERVICES)), SERVICES.join(',')),
  /** How many processes serve pages and calls, where this one is to: a number, or as many as there are cores to give. */
  WEB_PROCESSES: v.optional(v.union([v.literal('auto'), wholeNumber]), 'auto'),
  DATA_DIR: v.optional(v.string(), '.data'),
  DATABASE_URL: databaseUrl,
  /** Postgres itself, where DATABASE_URL leads to a pooler; for what lasts longer than a transaction. */
  DATABASE_DIRECT_URL: v.optional(databaseUrl),
  /** A streaming replica, for reads that may be a second old. */
  DATABASE_REPLICA_URL: v.optional(databaseUrl),
  /** Where several processes tell of changes: NATS servers (nats: or tls:), separated by commas. One of them reads the log. */
  NATS_URL: v.optional(
    form(
      /^(nats|tls):\/\/[^,\s]+(,\s*(nats|tls):\/\/[^,\s]+)*$/,
      'is not nats://host:port, or several with commas',
    ),
  ),
  /** On how many of them each message is kept: three of three or more survive the loss of one. */
  NATS_REPLICAS: v.optional(v.pipe(wholeNumber, v.maxValue(5)), '1'),
  LOG_LEVEL: v.optional(v.picklist(['trace', 'debug', 'info', 'warn', 'error', 'silent']), 'info'),
  PRODUCT_NAME: v.optional(v.string(), 'Tune'),
  SUPPORT_EMAIL: v.optional(v.pipe(v.string(), v.email()), 'suporte@tune.test'),
  JWT_SECRET: v.pipe(v.string(), v.minLength(32)),
  /**
   * Multiplies the limits per network address: more than 1 where many people share one, as on a developer's machine.
   */
  ADDRESS_LIMIT_FACTOR: v.optional(v.pipe(v.string(), v.transform(Number), v.minValue(1)), '1'),

  /** Days after which a session ends without being used, and after which it ends in any case. */
  SESSION_IDLE_DAYS: v.optional(wholeNumber, '90'),
  SESSION_MOST_DAYS: v.optional(wholeNumber, '365'),

  /** Networks of proxies whose X-Forwarded-For is believed, separated by commas; 127.0.0.1 for one on this machine. */
  TRUSTED_PROXIES: v.optional(networks, ''),
  /** Seconds for which a process that was asked to end goes on serving while /health sends callers elsewhere. */
  DRAIN_SECONDS: v.optional(v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(0)), '0'),

  /** The bearer token for /metrics; where it is not set there is no such page. */
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.minLength(32))),

  /** Off only where nothing real is at stake: administrators then need a password alone. */
  ADMIN_SECOND_FACTOR: v.optional(v.picklist(['required', 'off']), 'required'),

  /**
   * Above this many centavos two administrators have to agree to a withdrawal, a payout, a refund (all of its payment
   * together), writing off a person's debt (all of it together) and what becomes of unmatched money. What left in the last
   * 24 hours counts: for the person, for the PIX key, and what this administrator approved alone. Money stranded on its way out takes two whatever the amount, unless the provider's answer settles the matter.
   */
  WITHDRAWAL_SECOND_PERSON_ABOVE: v.optional(
    v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(0)),
    '100000',
  ),

  /** An identity provider is enabled when its client id and secret are set. */
  AUTH_GOOGLE_ISSUER: v.optional(url, 'https://accounts.google.com'),
  AUTH_GOOGLE_CLIENT_ID: v.optional(v.string()),
  AUTH_GOOGLE_CLIENT_SECRET: v.optional(v.string()),
  AUTH_FACEBOOK_ISSUER: v.optional(url, 'https://www.facebook.com'),
  AUTH_FACEBOOK_CLIENT_ID: v.optional(v.string()),
  AUTH_FACEBOOK_CLIENT_SECRET: v.optional(v.string()),
  AUTH_APPLE_ISSUER: v.optional(url, 'https://appleid.apple.com'),
  AUTH_APPLE_CLIENT_ID: v.optional(v.string()),
  /** Apple's is a JWT signed with the key of the developer account; it has to be renewed twice a year. */
  AUTH_APPLE_CLIENT_SECRET: v.optional(v.string()),

  STRIPE_API_URL: v.optional(url, 'https://api.stripe.com'),
  STRIPE_SCRIPT_URL: v.optional(url, 'https://js.stripe.com/endive/stripe.js'),
  /** A restricted key serves: payment intents, refunds and disputes, to read and to write. */
  STRIPE_SECRET_KEY: form(/^(sk|rk)_/, 'does not begin with sk_ or rk_'),
  /** Origins that the script opens frames of, separated by commas: its own, and those of the banks' questions. */
  STRIPE_FRAME_ORIGINS: v.optional(
    listOf(v.string()),
    'https://js.stripe.com,https://*.js.stripe.com,https://hooks.stripe.com',
  ),
  STRIPE_PUBLISHABLE_KEY: form(/^pk_/, 'does not begin with pk_'),
  STRIPE_WEBHOOK_SECRET: form(/^whsec_/, 'does not begin with whsec_'),

  PIX_URL: url,
  PIX_CLIENT_ID: v.pipe(v.string(), v.minLength(1)),
  PIX_CLIENT_SECRET: v.pipe(v.string(), v.minLength(1)),
  /** How the provider wants its tokens asked for: as RFC 6749 has it, or as JSON. */
  PIX_TOKEN_BODY: v.optional(v.picklist(['form', 'json']), 'form'),
  /** PEM files of the certificate that the provider has issued for us, of its key, and of the provider's own authority. */
  PIX_CLIENT_CERT: v.optional(v.string()),
  PIX_CLIENT_KEY: v.optional(v.string()),
  PIX_CA: v.optional(v.string()),
  /** A part of the address at which the provider calls us: 16 letters, digits, - and _ at least. */
  PIX_WEBHOOK_SECRET: webhookSecret,
  /** That address without the secret, where it is not /webhooks/pix of PUBLIC_URL: a host that asks for certificates. */
  PIX_WEBHOOK_URL: v.optional(url),
  /** Whether that host asks the provider for its certificate; `off` is registered with the provider. */
  PIX_WEBHOOK_CERTIFICATE: v.optional(v.picklist(['required', 'off']), 'off'),
  /** The provider's networks, separated by commas; by default the secret alone decides. */
  PIX_WEBHOOK_SOURCES: v.optional(networks, ''),
  /** Whose calls for payouts the provider has, and in which version. */
  PIX_PAYOUTS: v.optional(v.picklist(['efi-v3', 'efi-v2']), 'efi-v3'),
  /** Our city, for codes that we make of a charge's location: without accents, 15 letters at most. */
  PIX_CITY: v.optional(form(/^[A-Za-z ]{1,15}$/, 'is not up to 15 letters without accents'), 'Sao Paulo'),
  /** Our own key: the receiver, and the account that payouts leave. */
  PIX_KEY: v.pipe(v.string(), v.minLength(1), v.maxLength(77)),

  /** Whose the fans' keys are: a service's, by the specification's calls (the default where one is named), or our own. */
  CUSTODIAN: v.optional(v.picklist(['service', 'built-in'])),
  CUSTODIAN_URL: v.optional(url),
  CUSTODIAN_CLIENT: v.optional(v.pipe(v.string(), v.minLength(1))),
  CUSTODIAN_SECRET: v.optional(v.pipe(v.string(), v.minLength(1))),
  /** The sealed seed, and its passphrase: as it is, or on the first line of a file. */
  CUSTODIAN_FILE: v.optional(v.string()),
  CUSTODIAN_PASSPHRASE: v.optional(v.string()),
  CUSTODIAN_PASSPHRASE_FILE: v.optional(v.string()),

  SMTP_URL: mailServerUrl,
  /**
   * Whether a mail server at `smtp:` has to offer STARTTLS before it hears of credentials and mails; off where it runs on this
   * machine. `smtps:` is encrypted from the first byte.
   */
  SMTP_TLS: v.optional(v.picklist(['required', 'off']), 'required'),
  MAIL_FROM: v.optional(v.string(), 'Tune <ola@tune.test>'),
  /** What returned mails are handed to /webhooks/mail-reports with: 16 letters, digits, - and _ at least; unset, none are taken. */
  MAIL_REPORTS_SECRET: v.optional(webhookSecret),
  /** The domain whose mail a provider tells us of: answers of the support can then be answered by mail. */
  MAIL_REPLY_DOMAIN: v.optional(form(/^[a-z0-9.-]+\.[a-z]+$/, 'is no domain such as reply.example.com')),
  /** The password in the address of that webhook, `https://mail:{password}@…/webhooks/mail`. */
  MAIL_WEBHOOK_SECRET: v.optional(webhookSecret),

  PINNING_URL: url,
  PINNING_TOKEN: v.pipe(v.string(), v.minLength(1)),
  IPFS_GATEWAY_URL: url,

  /** The platform's key for push messages (RFC 8292); where it is not set, push is not offered. */
  VAPID_PUBLIC_KEY: v.optional(
    form(/^B[\w-]{86}$/, 'is no public key: 87 characters of base64url, the first a B'),
  ),
  VAPID_PRIVATE_KEY: v.optional(form(/^[\w-]{43}$/, 'is no private key: 43 characters of base64url')),
  /** Contact for push services about our messages: `mailto:` or `https:`. */
  VAPID_SUBJECT: v.optional(
    form(/^(mailto:|https:)/, 'begins neither with mailto: nor https:'),
    'mailto:suporte@tune.test',
  ),
  /** Origins of push services, separated by commas: those of Chrome, Firefox, Safari and Edge. */
  PUSH_SERVICES: v.optional(
    listOf(v.string()),
    'https://fcm.googleapis.com,https://*.push.services.mozilla.com,https://*.push.apple.com,https://*.notify.windows.com',
  ),

  /** Where videos are played: on the host's own page, on ours from its CDN, or on ours from our own store of files. */
  VIDEO_PROVIDER: v.optional(v.picklist(['bunny', 'bunny-cdn', 's3']), 'bunny'),
  VIDEO_EMBED_URL: v.optional(url),
  /** The pull zone of the library, and its token authentication key. */
  VIDEO_CDN_URL: v.optional(url),
  VIDEO_CDN_KEY: v.optional(v.pipe(v.string(), v.minLength(1))),
  VIDEO_TOKEN_KEY: v.pipe(v.string(), v.minLength(16)),
  /** Files are uploaded to the video library from the back office where its id and access key are set. */
  VIDEO_API_URL: v.optional(url, 'https://video.bunnycdn.com'),
  VIDEO_API_KEY: v.optional(v.string()),
  VIDEO_LIBRARY_ID: v.optional(form(/^\d+$/, 'is not a number')),

  /**
   * Where stored files are, if not in DATA_DIR: a bucket of an S3-compatible store, for this installation alone. All of
   * these or none.
   */
  S3_ENDPOINT: v.optional(form(/^https?:\/\/[^?#\s]+$/, 'is not https://host')),
  S3_BUCKET: v.optional(form(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'is no name of a bucket')),
  S3_REGION: v.optional(region),
  S3_ACCESS_KEY_ID: v.optional(v.string()),
  S3_SECRET_ACCESS_KEY: v.optional(v.string()),
  /** Whether the bucket stands in the path (`on`), or before the host's name. */
  S3_PATH_STYLE: v.optional(v.picklist(['on', 'off']), 'on'),

  EXPLORER_URL: url,
  ...chainSettings,
  ...fiscalSettings,

  /** Seconds a fan has to press play after the token is minted. */
  ACCESS_UNLOCK_SECONDS: v.optional(wholeNumber, '3600'),
})

export { EnvironmentError }

export type Env = v.InferOutput<typeof schema> & { DATABASE_DIRECT_URL: string; CUSTODIAN: Custodian }

/** Every setting that there is. */
export const SETTINGS: readonly string[] = Object.keys(schema.entries)

/** What of `source` (normally `process.env`) can be used, with one line for each fault of the rest. */
export function readWhatCanBe(source: NodeJS.ProcessEnv = process.env): {
  read: Partial<Env>
  faults: string[]
  present: Readonly<Record<string, string | undefined>>
} {
  const { read, faults, present } = parseSettings(schema, source)
  const { DATABASE_URL: usual, DATABASE_DIRECT_URL: direct = usual } = read
  const whole = { ...read, CUSTODIAN: custodianOf(read), ...(direct && { DATABASE_DIRECT_URL: direct }) }
  return { read: whole as Partial<Env>, faults, present }
}

/** Reads and checks `source` (normally `process.env`). Throws an EnvironmentError that lists every fault. */
export function readEnv(source?: NodeJS.ProcessEnv): Env {
  const { read, faults } = readWhatCanBe(source)
  if (faults.length > 0) throw new EnvironmentError(faults)
  return read as Env
}
