/** The door's options, and what its endpoints share. */
import type { Context } from 'hono'
import type postgres from 'postgres'
import type { Sql, Tx } from '#server/platform/db/sql.ts'
import type { Logger } from '#server/platform/log.ts'
import { BUDGET } from './budget.ts'
import type { IdentityProviders } from './identity-provider.ts'
import type { PasswordRules, Passwords } from './passwords.ts'

/** Any connection that can run a query: the pool, or one open transaction. */
export type Query = postgres.ISql<Record<string, never>>

/** The types that a mailed link may name. */
export type LinkType = 'signup' | 'invite' | 'recovery' | 'magiclink' | 'email_change'

/** What a link holds. A page of the product's own may send it to POST /verify, as `token_hash` and `type`. */
export type LinkToken = { tokenHash: string; type: LinkType; redirectTo: string }

/** A mail for the product to write and send; `link` and `linkToken` are null where only the code is of use. */
export type AuthMail = {
  kind:
    | 'confirmation'
    | 'recovery'
    | 'magiclink'
    | 'email_change'
    | 'email_change_current'
    | 'invite'
    | 'reauthentication'
  to: string
  /** Opening it uses it up: GET /verify. */
  link: string | null
  linkToken: LinkToken | null
  /** The account's future address, where the mail is about a change. */
  newEmail: string | null
  /** Six digits that do the same as the link. */
  code: string
  /** `metadata` is the person's own user_metadata, where `language` may be 'pt' or 'en'. */
  user: { id: string; metadata: Record<string, unknown> }
}

/** A notice of a change. It asks for nothing, and carries at most the secret that takes the change back. */
export type AuthNotice = {
  kind:
    | 'password_changed'
    | 'email_changed'
    | 'email_now_used'
    | 'factor_added'
    | 'factor_removed'
    | 'recovery_codes_made'
    | 'recovery_code_used'
    | 'identity_linked'
    | 'identity_unlinked'
  to: string
  /** What the text mentions: the provider, the new address, how many codes are left. */
  data: Record<string, string>
  /** For POST /undo, by whoever says that it was not them; null where nothing can be taken back so. */
  undoToken: string | null
  user: AuthMail['user']
}

export type AuthLimits = {
  /** Requests to /token per client address in five minutes; renewals count only where the token is unknown. */
  tokenRequests: number
  /** Renewals of one session in five minutes. */
  renewals: number
  /** Requests that send a mail (sign-up, recovery, codes), per client address in five minutes. */
  mailRequests: number
  /** Requests to /verify per client address in five minutes. */
  verifyRequests: number
  /** Failed passwords, codes or second factors per account in five minutes. */
  failedAttempts: number
  /** Failed passwords per account and client address, or known browser, in fifteen minutes. */
  failedPasswords: number
  /** Seconds between two mails of a kind to one address. */
  mailGapSeconds: number
  /** Mails of the whole installation in an hour. */
  mailsPerHour: number
  /** What of the mails of an hour one network may take: 0.1 is a tenth; less the fewer are left (mail-share.ts). */
  mailShare: number
  /** Seconds that a mailed link or code stays valid. */
  codeLifeSeconds: number
  /** Seconds that the code of GET /reauthenticate stays valid, which is entered where it was asked for. */
  nonceLifeSeconds: number
  /** Seconds that an access token stays valid. */
  accessTokenSeconds: number
  /** Seconds during which a used refresh token is still accepted: two tabs may have sent it at once. */
  refreshReuseSeconds: number
  /** Second factors, verified or not, of one account. */
  factors: number
  /** Open sessions of one account: another sign-in ends the one that was used longest ago. */
  sessions: number
  /** Seconds after which a session ends however much it is used (GOTRUE_SESSIONS_TIMEBOX); null: never. */
  sessionSeconds: number | null
  /** Seconds without a refresh after which it ends (GOTRUE_SESSIONS_INACTIVITY_TIMEOUT); null: never. */
  sessionIdleSeconds: number | null
  /** Age of a session, in seconds, beyond which changing the password needs a mailed nonce. */
  reauthenticateAfterSeconds: number
}

export const DEFAULT_LIMITS: AuthLimits = {
  tokenRequests: BUDGET.tokenRequests.limit,
  renewals: BUDGET.renewals.limit,
  mailRequests: BUDGET.mailRequests.limit,
  verifyRequests: BUDGET.verifyRequests.limit,
  failedAttempts: BUDGET.failedAttempts.limit,
  failedPasswords: BUDGET.passwordsByAddress.limit,
  mailGapSeconds: BUDGET.mailGap.seconds,
  mailsPerHour: BUDGET.mailsPerHour.limit,
  mailShare: BUDGET.mailShare.limit / 100,
  codeLifeSeconds: 3600,
  nonceLifeSeconds: 600,
  accessTokenSeconds: 3600,
  refreshReuseSeconds: 10,
  factors: BUDGET.factors.limit,
  sessions: BUDGET.sessions.limit,
  sessionSeconds: 365 * 86_400,
  sessionIdleSeconds: 90 * 86_400,
  reauthenticateAfterSeconds: 86_400,
}

export type AuthDoorOptions = PasswordRules & {
  /** The owner's connections. */
  sql: Sql
  clock: () => Date
  log: Logger
  /** What tokens are signed, and codes, refresh tokens and factors are sealed with: at least 32 bytes. */
  jwtSecret: string
  /** This door's public address, e.g. http://localhost:3000/auth/v1; also the `iss` claim. */
  apiUrl: string
  /** Where people are sent when no permitted redirect was requested. */
  siteUrl: string
  /** Globs of further addresses people may be sent to: `*` stops at `.` and `/`, `**` does not. */
  redirectAllowList: string[]
  /** Called inside the transaction that created the code, so that mail and code exist together or not at all. */
  enqueueMail: (tx: Tx, mail: AuthMail) => Promise<void>
  /** As above, for notices. */
  enqueueNotice: (tx: Tx, notice: AuthNotice) => Promise<void>
  /** Identity providers by name. None by default. */
  identityProviders?: IdentityProviders
  /**
   * Whether a new password needs the current one, a mailed nonce, or a session that a mail for a new password has just
   * opened (`openMailedSession`). GoTrue's default is no.
   */
  requireCurrentPassword?: boolean
  /**
   * Whether a session has to prove once more whose it is, before it changes the account's addresses, second factors,
   * recovery codes or providers: POST /reauthenticate. GoTrue asks for no proof.
   */
  proofIsDue?: (userId: string, sessionId: string, now: Date) => Promise<boolean>
  /**
   * Where it is given, what a sign-up brought (password, metadata) only lasts if the address is confirmed with the
   * sign-up's own key, which both requests carry as `X-Browser-Key`, or with its password; otherwise it is dropped, the
   * session is opened as by a recovery mail, and this drops what the product has stored for the account. So nobody can
   * plant a password or a profile by signing up with somebody else's address. GoTrue has no such rule.
   */
  discardSignUp?: (tx: Tx, userId: string) => Promise<void>
  /** The client's IP address, as the server in front of the door knows it. */
  clientAddress: (c: Context) => string
  limits?: Partial<AuthLimits>
}

/** The options with their defaults filled in, and the queue made from them. */
export type Door = Omit<AuthDoorOptions, 'limits' | 'identityProviders'> & {
  limits: AuthLimits
  identityProviders: IdentityProviders
  passwords: Passwords
}
