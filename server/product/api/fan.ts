/** What the door knows about an authorised request. */
import type { Version } from '../../platform/db/version.ts'
import type { PersonClaims } from '../../platform/http/access-token.ts'
import type { Fan } from './check-account.ts'

export type ApiEnv = { Variables: { claims: PersonClaims; fan: Fan; version?: Version } }
