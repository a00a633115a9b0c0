/** What the door asks of a provider of identities; server/product/sign-in/identity-providers.ts speaks to the real ones. */

const SOCIAL_PROVIDERS = ['google', 'facebook', 'apple'] as const
export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number]

/** Somebody as a provider knows them. */
export type ProviderPerson = {
  issuer: string
  /** The provider's own id of the person; never given to another one. */
  id: string
  email: string | null
  /** The provider vouches that the person reads this mail. */
  emailVerified: boolean
  name: string | null
  picture: string | null
}

/** The secrets of one visit: what comes back has to fit all three. */
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
  /** Exchanges what the browser brought back. Throws when anything about it does not fit. */
  finish(callback: URL, checks: VisitChecks): Promise<ProviderPerson>
  /** Checks an ID token that an application got by itself; `nonce` is the claim in it, `fault` why it is not good. */
  verify(idToken: string): Promise<{ person: ProviderPerson; nonce: string | null } | { fault: string }>
}

export type IdentityProviders = Partial<Record<SocialProvider, IdentityProvider>>

export function isSocialProvider(name: string): name is SocialProvider {
  return (SOCIAL_PROVIDERS as readonly string[]).includes(name)
}
