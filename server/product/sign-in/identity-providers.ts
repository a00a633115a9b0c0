/** Google, Facebook and Apple over OpenID Connect. A provider is enabled when its client id and secret are set. */
import type { createRemoteJWKSet, JWTPayload } from 'jose'
import type * as oidc from 'openid-client'
import type {
  IdentityProvider,
  IdentityProviders,
  ProviderPerson,
  SocialProvider,
} from '../../doors/auth/identity-provider.ts'
import type { Env } from '../../env.ts'

type Quirks = {
  scopes: string
  /** Apple only returns name and address by a form post. */
  responseMode?: 'form_post'
  /** Apple says the name in the form's field `user`, the first time alone, and never in a token. */
  namesInForm?: boolean
  /** Its addresses are verified though its tokens do not say so. */
  vouchesForEmail?: boolean
  /** The token endpoint, for a provider whose discovery document omits it. */
  tokenEndpoint?: string
}

const QUIRKS: Record<SocialProvider, Quirks> = {
  google: { scopes: 'openid email profile' },
  facebook: {
    scopes: 'openid email public_profile',
    vouchesForEmail: true,
    tokenEndpoint: 'https://graph.facebook.com/oauth/access_token',
  },
  apple: { scopes: 'openid email name', responseMode: 'form_post', namesInForm: true },
}

const LONGEST_NAME = 200

/** Loaded with the first person who comes by one: a server's start waits for nothing that only some of its work needs. */
const loadClient = () => import('openid-client')

export type ProviderClient = { issuer: string; clientId: string; clientSecret: string }

export function createIdentityProviders(env: Env): IdentityProviders {
  const clients: Record<SocialProvider, [string, string | undefined, string | undefined]> = {
    google: [env.AUTH_GOOGLE_ISSUER, env.AUTH_GOOGLE_CLIENT_ID, env.AUTH_GOOGLE_CLIENT_SECRET],
    facebook: [env.AUTH_FACEBOOK_ISSUER, env.AUTH_FACEBOOK_CLIENT_ID, env.AUTH_FACEBOOK_CLIENT_SECRET],
    apple: [env.AUTH_APPLE_ISSUER, env.AUTH_APPLE_CLIENT_ID, env.AUTH_APPLE_CLIENT_SECRET],
  }
  const providers: IdentityProviders = {}
  for (const name of Object.keys(clients) as SocialProvider[]) {
    const [issuer, clientId, clientSecret] = clients[name]
    if (clientId && clientSecret)
      providers[name] = createIdentityProvider(name, { issuer, clientId, clientSecret })
  }
  return providers
}

export function createIdentityProvider(name: SocialProvider, client: ProviderClient): IdentityProvider {
  const quirks = QUIRKS[name]
  let found: Promise<oidc.Configuration> | undefined
  /** Fetched once; a failure is not cached, so that a provider that was down is asked again. */
  const configuration = () => {
    found ??= discover(client, quirks).catch((fault) => {
      found = undefined
      throw fault
    })
    return found
  }
  let keys: ReturnType<typeof createRemoteJWKSet> | undefined

  return {
    issuer: client.issuer,

    async begin(redirectUri, { state, nonce, verifier }, scopes, extra) {
      const oidc = await loadClient()
      const parameters = {
        ...extra,
        redirect_uri: redirectUri,
        scope: [...new Set([...quirks.scopes.split(' '), ...scopes])].join(' '),
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(quirks.responseMode && { response_mode: quirks.responseMode }),
      }
      return oidc.buildAuthorizationUrl(await configuration(), parameters).href
    },

    async finish(callback, { state, nonce, verifier }) {
      const oidc = await loadClient()
      const tokens = await oidc.authorizationCodeGrant(await configuration(), callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error(`${name} answered without an ID token`)
      const person = personOf(claims, client.issuer, quirks)
      if (!quirks.namesInForm) return person
      return { ...person, name: person.name ?? nameInForm(callback.searchParams.get('user')) }
    },

    async verify(idToken) {
      const { jwks_uri: address } = (await configuration()).serverMetadata()
      if (!address) throw new Error(`${name} does not say where its keys are`)
      const { createRemoteJWKSet, errors, jwtVerify } = await import('jose')
      keys ??= createRemoteJWKSet(new URL(address))
      try {
        const checks = { issuer: client.issuer, audience: client.clientId, algorithms: ['RS256', 'ES256'] }
        const { payload } = await jwtVerify(idToken, keys, checks)
        const nonce = typeof payload.nonce === 'string' ? payload.nonce : null
        if (!payload.sub) return { fault: 'Missing sub claim in id_token' }
        return { person: personOf({ ...payload, sub: payload.sub }, client.issuer, quirks), nonce }
      } catch (fault) {
        // GoTrue's wording.
        if (fault instanceof errors.JWTClaimValidationFailed && fault.claim === 'aud') {
          return { fault: `Unacceptable audience in id_token: [${String(fault.payload.aud)}]` }
        }
        if (fault instanceof errors.JOSEError) return { fault: 'Bad ID token' }
        throw fault
      }
    },
  }
}

async function discover(client: ProviderClient, quirks: Quirks): Promise<oidc.Configuration> {
  const oidc = await loadClient()
  const issuer = new URL(client.issuer)
  const found = await oidc.discovery(
    issuer,
    client.clientId,
    client.clientSecret,
    oidc.ClientSecretPost(client.clientSecret),
    // Only an emulator on this machine is contacted without TLS.
    issuer.protocol === 'http:' ? { execute: [oidc.allowInsecureRequests] } : {},
  )
  const metadata = found.serverMetadata()
  if (metadata.token_endpoint || !quirks.tokenEndpoint) return found
  return new oidc.Configuration(
    { ...metadata, supportsPKCE: undefined, token_endpoint: quirks.tokenEndpoint },
    client.clientId,
    client.clientSecret,
    oidc.ClientSecretPost(client.clientSecret),
  )
}

function personOf(claims: JWTPayload & { sub: string }, issuer: string, quirks: Quirks): ProviderPerson {
  const email = textOf(claims.email)?.toLowerCase() ?? null
  const said = claims.email_verified
  // Apple sends the string instead of the boolean.
  const verified = said === undefined ? quirks.vouchesForEmail === true : said === true || said === 'true'
  return {
    issuer,
    id: claims.sub,
    email,
    emailVerified: email !== null && verified,
    name: textOf(claims.name),
    picture: pictureOf(claims.picture),
  }
}

/** `{"name":{"firstName":"…","lastName":"…"},"email":"…"}`; null for anything else. It is the person's own word. */
function nameInForm(user: string | null): string | null {
  if (user === null) return null
  try {
    const { firstName, lastName } = JSON.parse(user)?.name ?? {}
    const parts = [textOf(firstName), textOf(lastName)].filter((part) => part !== null)
    return textOf(parts.join(' ').slice(0, LONGEST_NAME))
  } catch {
    return null
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

function pictureOf(value: unknown): string | null {
  const address = textOf(value)
  return address && address.length <= 2000 && URL.canParse(address) ? address : null
}
