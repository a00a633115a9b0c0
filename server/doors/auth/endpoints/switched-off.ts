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

/** Signing in elsewhere with an account of this door (an OAuth 2.1 server). */
export function oauthServer(): never {
  throw new AuthError('oauthServerDisabled')
}

/** Providers that administrators add while the door runs. */
export function customProviders(): never {
  throw new AuthError('customProvidersDisabled')
}
