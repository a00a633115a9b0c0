/** The only reader of the environment. It reports every fault at once, so that one run is enough to fix them. */
import * as v from 'valibot'

const url = v.pipe(v.string(), v.url())
const wholeNumber = v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(1))
const port = v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(1), v.maxValue(65_535))
const SERVICES = ['web', 'realtime', 'worker'] as const

const schema = v.object({
  PORT: v.optional(port, '3000'),
  HOST: v.optional(v.string(), '127.0.0.1'),
  PUBLIC_URL: v.optional(url, 'http://localhost:3000'),
  SERVICES: v.optional(
    v.pipe(
      v.string(),
      v.transform((list) => list.split(',').map((name) => name.trim())),
      v.array(v.picklist(SERVICES)),
    ),
    SERVICES.join(','),
  ),
  DATA_DIR: v.optional(v.string(), '.data'),
  DATABASE_URL: url,
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
  STRIPE_SECRET_KEY: v.pipe(v.string(), v.startsWith('sk_')),
  STRIPE_PUBLISHABLE_KEY: v.pipe(v.string(), v.startsWith('pk_')),
  STRIPE_WEBHOOK_SECRET: v.pipe(v.string(), v.startsWith('whsec_')),

  PIX_URL: url,
  PIX_CLIENT_ID: v.pipe(v.string(), v.minLength(1)),
  PIX_CLIENT_SECRET: v.pipe(v.string(), v.minLength(1)),
  PIX_WEBHOOK_SECRET: v.pipe(v.string(), v.minLength(16)),
  /** Our own key: the receiver, and the account that payouts leave. */
  PIX_KEY: v.pipe(v.string(), v.minLength(1), v.maxLength(77)),

  CUSTODIAN_URL: url,
  CUSTODIAN_CLIENT: v.pipe(v.string(), v.minLength(1)),
  CUSTODIAN_SECRET: v.pipe(v.string(), v.minLength(1)),

  SMTP_URL: url,
  MAIL_FROM: v.optional(v.string(), 'Tune <ola@tune.test>'),

  PINNING_URL: url,
  PINNING_TOKEN: v.pipe(v.string(), v.minLength(1)),
  IPFS_GATEWAY_URL: url,

  /** The platform's key for push messages (RFC 8292); where it is not set, push is not offered. */
  VAPID_PUBLIC_KEY: v.optional(v.pipe(v.string(), v.regex(/^B[\w-]{86}$/))),
  VAPID_PRIVATE_KEY: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{43}$/))),
  /** Contact for push services about our messages: `mailto:` or `https:`. */
  VAPID_SUBJECT: v.optional(v.pipe(v.string(), v.regex(/^(mailto:|https:)/)), 'mailto:suporte@tune.test'),
  /** Origins of push services, separated by commas: those of Chrome, Firefox, Safari and Edge. */
  PUSH_SERVICES: v.optional(
    v.pipe(
      v.string(),
      v.transform((list) => list.split(',').map((origin) => origin.trim())),
    ),
    'https://fcm.googleapis.com,https://*.push.services.mozilla.com,https://*.push.apple.com,https://*.notify.windows.com',
  ),

  VIDEO_EMBED_URL: url,
  VIDEO_TOKEN_KEY: v.pipe(v.string(), v.minLength(16)),
  /** Files are uploaded to the video library from the back office where its id and access key are set. */
  VIDEO_API_URL: v.optional(url, 'https://video.bunnycdn.com'),
  VIDEO_API_KEY: v.optional(v.string()),
  VIDEO_LIBRARY_ID: v.optional(v.string()),

  EXPLORER_URL: url,
  CHAIN_RPC_URL: url,
  CHAIN_OPERATOR_KEY: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{64}$/)),
  PLATFORM_WALLET: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/)),
  /** Receipts are trusted after this many confirmations. */
  CHAIN_CONFIRMATIONS: v.optional(v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(0)), '0'),

  /** Seconds a fan has to press play after the token is minted. */
  ACCESS_UNLOCK_SECONDS: v.optional(wholeNumber, '3600'),
})

export type Env = v.InferOutput<typeof schema>

export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}

/** Reads and checks `source` (normally `process.env`). Throws an EnvironmentError that lists every fault. */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const result = v.safeParse(schema, present)
  if (result.success) return result.output
  const faults = result.issues.map(
    (issue) => `  ${v.getDotPath(issue)}: ${issue.received === 'undefined' ? 'is not set' : issue.message}`,
  )
  throw new EnvironmentError(`The environment is not complete:\n${faults.join('\n')}`)
}
