/** Ways in that this product does not have. They answer as a GoTrue in which they are switched off. */
import { AuthError } from '../errors.ts'

/** Enterprise sign-in (SAML). */
export function sso(): never {
  throw new AuthError('samlDisabled')
}

/** Sign-in by a device's own key (WebAuthn). */
export function passkeys(): never {
  throw new AuthError('passkeysDisabled')
}
