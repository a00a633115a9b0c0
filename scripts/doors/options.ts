/** What each door is built from where it stands alone: as its original is, where nothing is said. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AuthDoorOptions } from '#server/doors/auth/door.ts'
import type { RestDoorOptions } from '#server/doors/rest/options.ts'
import type { StorageDoorOptions } from '#server/doors/storage/options.ts'
import { cleanImage, drawImage, transformImage } from '#server/platform/adapters/images.ts'
import type { Sql } from '#server/platform/db/sql.ts'
import { filesInFolder } from '#server/platform/files/folder.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { readKeySet, type TokenKeys } from '#server/platform/http/token-keys.ts'
import type { Logger } from '#server/platform/log.ts'
import { type DoorsEnv, secondsOf } from './env.ts'
import { createMails } from './mails.ts'

export type Parts = {
  env: DoorsEnv
  log: Logger
  sql: Sql
  strangerSql: Sql
  secret: string
  keys: TokenKeys
}

/** GoTrue limits no address unless a header says which it is. */
const UNLIMITED = 1_000_000

/** The keys of all four doors. The originals accept tokens without an end, and for any audience. */
export const keysOf = (env: DoorsEnv, secret: string): TokenKeys =>
  readKeySet(secret, env.GOTRUE_JWT_KEYS, { audience: env.GOTRUE_JWT_AUD, foreignTokens: true })

export function authOptions({ env, log, sql, secret, keys }: Parts): AuthDoorOptions {
  const classes = env.GOTRUE_PASSWORD_REQUIRED_CHARACTERS.split(':').filter(Boolean)
  return {
    sql,
    log,
    keys,
    jwtSecret: secret,
    clock: () => new Date(),
    apiUrl: env.API_EXTERNAL_URL ?? `http://${env.HOST}:${env.PORT}/auth/v1`,
    siteUrl: env.GOTRUE_SITE_URL,
    redirectAllowList: env.GOTRUE_URI_ALLOW_LIST,
    passwordMinLength: env.GOTRUE_PASSWORD_MIN_LENGTH,
    passwordClasses: classes.map((name) => ({ name, pattern: anyOf(name) })),
    settings: {
      signUp: !env.GOTRUE_DISABLE_SIGNUP,
      email: env.GOTRUE_EXTERNAL_EMAIL_ENABLED,
      phone: env.GOTRUE_EXTERNAL_PHONE_ENABLED,
      anonymous: env.GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED,
      emailAutoconfirm: env.GOTRUE_MAILER_AUTOCONFIRM,
      phoneAutoconfirm: env.GOTRUE_SMS_AUTOCONFIRM,
      secureEmailChange: env.GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED,
      manualLinking: env.GOTRUE_SECURITY_MANUAL_LINKING_ENABLED,
      smsProvider: env.GOTRUE_SMS_PROVIDER,
      testCodes: env.GOTRUE_SMS_TEST_OTP,
      hideAccounts: false,
      anyRole: true,
    },
    limits: {
      tokenRequests: UNLIMITED,
      mailRequests: UNLIMITED,
      verifyRequests: UNLIMITED,
      mailsPerHour: env.GOTRUE_RATE_LIMIT_EMAIL_SENT,
      mailGapSeconds: secondsOf(env.GOTRUE_SMTP_MAX_FREQUENCY),
      smsGapSeconds: secondsOf(env.GOTRUE_SMS_MAX_FREQUENCY),
      codeLifeSeconds: env.GOTRUE_MAILER_OTP_EXP,
      nonceLifeSeconds: env.GOTRUE_MAILER_OTP_EXP,
      accessTokenSeconds: env.GOTRUE_JWT_EXP,
      refreshReuseSeconds: env.GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL,
      factors: env.GOTRUE_MFA_MAX_ENROLLED_FACTORS,
      sessions: UNLIMITED,
      sessionSeconds: lifetimeOf(env.GOTRUE_SESSIONS_TIMEBOX),
      sessionIdleSeconds: lifetimeOf(env.GOTRUE_SESSIONS_INACTIVITY_TIMEOUT),
      ...(env.GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION
        ? {}
        : { reauthenticateAfterSeconds: Number.MAX_SAFE_INTEGER }),
    },
    ...createMails(env),
    clientAddress,
  }
}

/** GoTrue knows no lifetime of nothing. */
const lifetimeOf = (duration = '') => secondsOf(duration) || null

const anyOf = (characters: string) => new RegExp(`[${characters.replaceAll(/[\\\]^-]/g, '\\$&')}]`)

export function restOptions({ env, log, strangerSql, keys }: Parts): RestDoorOptions {
  return {
    sql: strangerSql,
    log,
    jwtSecret: keys,
    clientAddress,
    anonymousRole: env.PGRST_DB_ANON_ROLE,
    anyRole: true,
    schemaChannel: env.PGRST_DB_CHANNEL,
    databaseSettings: true,
    settings: {
      schemas: env.PGRST_DB_SCHEMAS,
      extraSearchPath: env.PGRST_DB_EXTRA_SEARCH_PATH,
      maxRows: env.PGRST_DB_MAX_ROWS ?? null,
      aggregates: env.PGRST_DB_AGGREGATES_ENABLED,
      plan: env.PGRST_DB_PLAN_ENABLED,
      txEnd: env.PGRST_DB_TX_END,
      preRequest: env.PGRST_DB_PRE_REQUEST ?? null,
    },
  }
}

export function storageOptions({ env, log, sql, strangerSql, keys }: Parts): StorageDoorOptions {
  return {
    sql: strangerSql,
    ownerSql: sql,
    log,
    jwtSecret: keys,
    files: filesInFolder(env.FILE_STORAGE_BACKEND_PATH ?? mkdtempSync(join(tmpdir(), 'doors-storage-'))),
    maxBytes: env.FILE_SIZE_LIMIT,
    clean: cleanImage,
    cleanedBuckets: [],
    draw: drawImage,
    transform: transformImage,
    pictureStored: async () => undefined,
  }
}
