/**
 * Every bound on what somebody may ask of this door, in one table. The code reads its numbers here; rates that an
 * installation sets are in `AuthLimits`, and are listed with their defaults.
 */
import type { Bound } from '../../platform/budget.ts'

const FIVE_MINUTES = 300
const HOUR = 3600

export const BUDGET = {
  // One request. The longest bodies are ID tokens and metadata, of a few kilobytes.
  body: { resource: 'request body', limit: 64 * 1024, unit: 'bytes', answer: 'request_entity_too_large' },
  depth: { resource: 'JSON body', limit: 100, unit: 'levels', answer: 'bad_json' },
  field: { resource: 'text field', limit: 2048, unit: 'characters', answer: 'validation_failed' },
  idToken: { resource: 'id_token', limit: 16 * 1024, unit: 'characters', answer: 'validation_failed' },
  metadataKeys: { resource: 'keys of metadata', limit: 256, unit: 'items', answer: 'validation_failed' },
  email: { resource: 'e-mail address', limit: 255, unit: 'characters', answer: 'validation_failed' },
  /** GoTrue's, so that an account can move between the two. */
  password: { resource: 'password', limit: 72, unit: 'bytes', answer: 'validation_failed' },
  redirect: { resource: 'redirect address', limit: 2048, unit: 'characters', answer: null },
  userAgent: { resource: 'user agent', limit: 512, unit: 'characters', answer: null },
  friendlyName: { resource: 'name of a factor', limit: 255, unit: 'characters', answer: 'validation_failed' },
  query: {
    resource: 'query of an address',
    limit: 8 * 1024,
    unit: 'characters',
    answer: 'validation_failed',
  },

  // One account. Metadata travels in every access token, and servers refuse headers of more than some 16 KB.
  metadata: {
    resource: 'metadata that a person sets',
    limit: 4096,
    unit: 'bytes',
    answer: 'validation_failed',
  },
  allMetadata: {
    resource: 'metadata of one account, app and user together',
    limit: 8192,
    unit: 'bytes',
    answer: 'validation_failed',
  },
  factors: {
    resource: 'second factors',
    limit: 10,
    unit: 'items',
    answer: 'too_many_enrolled_mfa_factors',
  },
  sessions: { resource: 'open sessions of one account', limit: 20, unit: 'items', answer: null },
  challenges: { resource: 'open challenges of one factor', limit: 10, unit: 'items', answer: null },
  usersPerPage: { resource: 'accounts in one answer', limit: 1000, unit: 'items', answer: null },

  // Work that would pile up.
  waitingPasswords: {
    resource: 'passwords waiting to be hashed',
    limit: 64,
    unit: 'requests',
    seconds: 1,
    answer: 'over_request_rate_limit',
  },

  // Rates per client address, account, number or installation.
  tokenRequests: {
    resource: 'POST /token of one client address, without renewals of sessions that there are',
    limit: 150,
    unit: 'requests',
    seconds: FIVE_MINUTES,
    answer: 'over_request_rate_limit',
  },
  renewals: {
    resource: 'renewals of one session',
    limit: 60,
    unit: 'requests',
    seconds: FIVE_MINUTES,
    answer: 'over_request_rate_limit',
  },
  mailRequests: {
    resource: 'requests for a mail of one client address',
    limit: 30,
    unit: 'requests',
    seconds: FIVE_MINUTES,
    answer: 'over_request_rate_limit',
  },
  verifyRequests: {
    resource: '/verify of one client address',
    limit: 30,
    unit: 'requests',
    seconds: FIVE_MINUTES,
    answer: 'over_request_rate_limit',
  },
  passwordsByAddress: {
    resource: 'failed passwords of one account by one client address, or by one known browser',
    limit: 15,
    unit: 'requests',
    seconds: 3 * FIVE_MINUTES,
    answer: 'over_request_rate_limit',
  },
  passwordsOfStrangers: {
    resource:
      'sign-ins to one account by unknown browsers, whatever their addresses; each comes back by itself, one in 36 seconds',
    limit: 100,
    unit: 'requests',
    seconds: HOUR,
    answer: 'over_request_rate_limit',
  },
  failedAttempts: {
    resource: 'failed codes, factors and present passwords of one account',
    limit: 15,
    unit: 'requests',
    seconds: FIVE_MINUTES,
    answer: 'over_request_rate_limit',
  },
  mailGap: {
    resource: 'mails of a kind to one address',
    limit: 1,
    unit: 'requests',
    seconds: 60,
    answer: 'over_email_send_rate_limit',
  },
  mailsPerHour: {
    resource: 'mails of the installation: so many for sign-ups, and as many for accounts',
    limit: 3600,
    unit: 'requests',
    seconds: HOUR,
    answer: 'over_email_send_rate_limit',
  },
  mailShare: {
    resource:
      'mails of the hour that one network (IPv4 /16, IPv6 /32) may take; fewer the fewer are left; of these one subscriber (/24, /48) half at most',
    limit: 10,
    unit: 'percent',
    answer: 'over_email_send_rate_limit',
  },
} as const satisfies Record<string, Bound>
