import { AuthError } from '../errors.ts'

/** POST /sso. Enterprise sign-in (SAML) is not part of this product. */
export function sso(): never {
  throw new AuthError('samlDisabled')
}
