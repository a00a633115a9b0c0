import { AuthError } from '../errors.ts'

/** GET /user/identities/authorize and DELETE /user/identities/{id}: people may not join accounts by hand. */
export function manualLinking(): never {
  throw new AuthError('manualLinkingDisabled')
}
