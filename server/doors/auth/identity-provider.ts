/**
 * What the door needs from an identity provider; server/product/sign-in/identity-providers.ts implements the real
 * ones.
 */

const SOCIAL_PROVIDERS = ['google', 'facebook', 'apple'] as const
export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number]

/** A person as a provider describes them. */
export type ProviderPerson = {
  issuer: string
  /** The provider's own id of the person, never reassigned. */
  id: string
  email: string | null
  /** The provider vouches that the person controls this address. */
  emailVerified: boolean
  name: string | null
  picture: string | null
}

/** The secrets of one flow: the callback has to match all three. */
export type VisitChecks = { state: string; nonce: string; verifier: string }

export type IdentityProvider = {
  issuer: string
  /** Where to send the browser. `extra` are parameters for the provider itself, such as `login_hint`. */
  begin(
    redirectUri: string,
    checks: VisitChecks,
    scopes: string[],
    extra: Record<string, string>,
  ): Promise<string>
  /** Exchanges what the browser brought back. Throws when any part of it does not match. */
  finish(callback: URL, checks: VisitChecks): Promise<ProviderPerson>
  /**
   * Checks an ID token that an application obtained itself; `nonce` is the claim in it, `fault` says why it is
   * invalid.
   */
  verify(idToken: string): Promise<{ person: ProviderPerson; nonce: string | null } | { fault: string }>
}

export type IdentityProviders = Partial<Record<SocialProvider, IdentityProvider>>

export function isSocialProvider(name: string): name is SocialProvider {
  return (SOCIAL_PROVIDERS as readonly string[]).includes(name)
}
