/** What the door knows about an authorised request. */
import type { PersonClaims } from '../../platform/http/access-token.ts'
import type { Fan } from './check-account.ts'

export type ApiEnv = { Variables: { claims: PersonClaims; fan: Fan } }
