/**
 * The settings of `npm run doors`, under the names that the original servers give them (PGRST_*, GOTRUE_*, and storage's
 * own), so that a file made for those works here. Settings of no effect are not listed; what is not set is as the original
 * has it.
 */
import * as v from 'valibot'

const text = v.optional(v.string())
const flag = (otherwise: boolean) =>
  v.optional(
    v.pipe(
      v.picklist(['true', 'false']),
      v.transform((word) => word === 'true'),
    ),
    String(otherwise) as 'true',
  )
const whole = (otherwise: number) =>
  v.optional(v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(0)), String(otherwise))
const list = (otherwise = '') =>
  v.optional(
    v.pipe(
      v.string(),
      v.transform((names) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter(Boolean),
      ),
    ),
    otherwise,
  )
/** `15550001=123456,15550002=654321` */
const codes = v.pipe(
  list(),
  v.transform((pairs) => Object.fromEntries(pairs.map((pair) => pair.split(/[=:]/)))),
)

const Env = v.object({
  PORT: whole(54321),
  HOST: v.optional(v.string(), '127.0.0.1'),
  /** A user who may create roles. Logical replication has to be on for realtime: wal_level = logical. */
  DATABASE_URL: text,
  PGRST_DB_URI: text,
  /** At least 32 bytes; signs and verifies the tokens of all four. */
  JWT_SECRET: text,
  PGRST_JWT_SECRET: text,
  GOTRUE_JWT_SECRET: text,
  LOG_LEVEL: v.optional(v.string(), 'info'),

  PGRST_DB_SCHEMAS: list('public'),
  PGRST_DB_EXTRA_SEARCH_PATH: list('public'),
  PGRST_DB_MAX_ROWS: v.optional(v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(0))),
  PGRST_DB_AGGREGATES_ENABLED: flag(false),
  PGRST_DB_PLAN_ENABLED: flag(false),
  PGRST_DB_TX_END: v.optional(
    v.picklist(['commit', 'commit-allow-override', 'rollback', 'rollback-allow-override']),
    'commit',
  ),
  PGRST_DB_PRE_REQUEST: text,
  PGRST_DB_ANON_ROLE: v.optional(v.string(), 'anon'),
  PGRST_DB_CHANNEL: v.optional(v.string(), 'pgrst'),

  API_EXTERNAL_URL: text,
  GOTRUE_SITE_URL: v.optional(v.string(), 'http://localhost:3000'),
  GOTRUE_URI_ALLOW_LIST: list(),
  GOTRUE_JWT_EXP: whole(3600),
  GOTRUE_JWT_AUD: v.optional(v.string(), 'authenticated'),
  /** A JSON array of private JSON Web Keys, one of which signs. */
  GOTRUE_JWT_KEYS: v.optional(
    v.pipe(v.string(), v.parseJson(), v.array(v.looseObject({ kty: v.string() }))),
    '[]',
  ),
  GOTRUE_DISABLE_SIGNUP: flag(false),
  GOTRUE_EXTERNAL_EMAIL_ENABLED: flag(true),
  GOTRUE_EXTERNAL_PHONE_ENABLED: flag(false),
  GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: flag(false),
  GOTRUE_MAILER_AUTOCONFIRM: flag(false),
  GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED: flag(true),
  GOTRUE_MAILER_OTP_EXP: whole(3600),
  GOTRUE_SMS_AUTOCONFIRM: flag(false),
  GOTRUE_SMS_PROVIDER: v.optional(v.string(), ''),
  GOTRUE_SMS_TEST_OTP: codes,
  GOTRUE_SMTP_HOST: text,
  GOTRUE_SMTP_PORT: whole(25),
  GOTRUE_SMTP_ADMIN_EMAIL: v.optional(v.string(), 'admin@localhost'),
  /** Seconds, or as GoTrue writes durations: `60s`. */
  GOTRUE_SMTP_MAX_FREQUENCY: v.optional(v.string(), '60s'),
  GOTRUE_SMS_MAX_FREQUENCY: v.optional(v.string(), '60s'),
  /** Durations; a session without them never ends by itself. */
  GOTRUE_SESSIONS_TIMEBOX: text,
  GOTRUE_SESSIONS_INACTIVITY_TIMEOUT: text,
  GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: flag(false),
  GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: whole(10),
  GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: flag(false),
  GOTRUE_PASSWORD_MIN_LENGTH: whole(6),
  /** Sets of characters, one of each required, between colons. */
  GOTRUE_PASSWORD_REQUIRED_CHARACTERS: v.optional(v.string(), ''),
  GOTRUE_MFA_MAX_ENROLLED_FACTORS: whole(10),
  GOTRUE_RATE_LIMIT_EMAIL_SENT: whole(3600),

  FILE_SIZE_LIMIT: whole(52_428_800),
  FILE_STORAGE_BACKEND_PATH: text,
})
export type DoorsEnv = v.InferOutput<typeof Env>

/** Throws where a setting is not what it has to be. */
export function readDoorsEnv(given: Readonly<Record<string, string | undefined>>): DoorsEnv {
  return v.parse(Env, given)
}

/** Seconds of `60`, `60s`, `1m30s` or `1h`. */
export function secondsOf(duration: string): number {
  const units = { h: 3600, m: 60, s: 1, ms: 0.001 }
  return [...duration.matchAll(/([\d.]+)(ms|h|m|s)?/g)].reduce(
    (sum, [, count, unit = 's']) => sum + Number(count) * units[unit as keyof typeof units],
    0,
  )
}
