/** One vendor: a certified OpenID provider with its own issuer, client, keys and people. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { DatabaseSync } from 'node:sqlite'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import { type Context as OidcContext, Provider } from 'oidc-provider'
import type { Control } from '../control.ts'
import { adapterOf } from './adapter.ts'
import { keysOf } from './keys.ts'
import { loginPage } from './login-page.ts'
import { People, type Person } from './people.ts'

export type VendorOptions = {
  /** As in the address: `google`. */
  name: string
  title: string
  clientId: string
  clientSecret: string
  /** The product's auth door, to which people return. */
  redirectUris: string[]
  /** The emulator's own public address, without a slash at its end. */
  publicUrl: string
}

const HOUR = 3600
/** Of the vendor that says a person's name in a form's field, the first time alone, and never in a token. */
const SAYS_NAMES_ONCE = 'apple'

export async function createVendor(
  db: DatabaseSync,
  control: Control,
  options: VendorOptions,
): Promise<{ app: Hono; people: People }> {
  const issuer = `${options.publicUrl}/${options.name}`
  const people = new People(db, options.name)
  const keys = await keysOf(db, options.name)
  const provider = new Provider(issuer, configuration(db, options, people, keys))
  const handle = provider.callback()
  /** Whose sign-in it is, by its interaction. */
  const arriving = new Map<string, Person>()

  const app = new Hono()
  app.get('/interaction/:uid', async (c) => {
    const { incoming, outgoing } = wires(c)
    await provider.interactionDetails(incoming, outgoing)
    const scripted = control.takeNext()
    if (scripted?.outcome === 'deny')
      return finish(c, refused('access_denied', 'The user denied the request'))
    if (scripted?.outcome === 'error') return finish(c, refused('server_error', 'A scripted failure'))
    // The next person to sign in has not verified their address with the vendor.
    if (scripted?.outcome === 'unverified') {
      for (const person of people.all()) people.save({ ...person, verified: false })
    }
    return c.html(loginPage(options.title, people.all(), `${issuer}/interaction/${c.req.param('uid')}`))
  })
  app.post('/interaction/:uid', async (c) => {
    const form = await c.req.parseBody()
    const person = form.choice === 'cancel' ? undefined : chosen(people, form)
    control.record({
      method: 'POST',
      path: c.req.path,
      status: 303,
      detail: { email: person?.email ?? null },
    })
    if (!person) return finish(c, refused('access_denied', 'The user denied the request'))
    arriving.set(c.req.param('uid'), person)
    return finish(c, { login: { accountId: person.id, remember: false } })
  })
  app.all('*', async (c) => {
    const { incoming, outgoing } = wires(c)
    // The provider expects the path below its mount point, as Express would show it.
    const full = incoming.url ?? '/'
    Object.assign(incoming, { originalUrl: full, url: full.slice(new URL(issuer).pathname.length) || '/' })
    forgetWhoWasHere(incoming, `${options.name}_session`)
    const [, uid = ''] = /\/auth\/([\w-]+)$/.exec(c.req.path) ?? []
    const person = arriving.get(uid)
    arriving.delete(uid)
    if (person && options.name === SAYS_NAMES_ONCE && people.isFirstVisit(person)) sayName(outgoing, person)
    await handle(incoming, outgoing)
    return RESPONSE_ALREADY_SENT
  })

  async function finish(c: Context, result: Record<string, unknown>): Promise<Response> {
    const { incoming, outgoing } = wires(c)
    await provider.interactionFinished(incoming, outgoing, result, { mergeWithLastSubmission: false })
    return RESPONSE_ALREADY_SENT
  }

  return { app, people }
}

function configuration(
  db: DatabaseSync,
  options: VendorOptions,
  people: People,
  keys: { signing: unknown; cookies: string },
): Record<string, unknown> {
  const issuer = `${options.publicUrl}/${options.name}`
  const cookie = { httpOnly: true, sameSite: 'lax', path: new URL(issuer).pathname }
  return {
    adapter: adapterOf(db, options.name),
    clients: [
      {
        client_id: options.clientId,
        client_secret: options.clientSecret,
        redirect_uris: options.redirectUris,
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [keys.signing] },
    cookies: {
      keys: [keys.cookies],
      names: {
        session: `${options.name}_session`,
        interaction: `${options.name}_interaction`,
        resume: `${options.name}_resume`,
      },
      long: cookie,
      short: cookie,
    },
    // Google and similar vendors put profile data into the ID token; strictly it would hold only the subject.
    conformIdTokenClaims: false,
    scopes: ['openid', 'email', 'profile', 'name', 'public_profile', 'offline_access'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'picture'],
      public_profile: ['name', 'picture'],
      name: ['name'],
    },
    pkce: { required: () => false },
    features: { devInteractions: { enabled: false }, userinfo: { enabled: true } },
    interactions: {
      url: (_context: unknown, interaction: { uid: string }) => `${issuer}/interaction/${interaction.uid}`,
    },
    ttl: {
      AccessToken: HOUR,
      AuthorizationCode: 60,
      Grant: HOUR,
      IdToken: HOUR,
      Interaction: HOUR,
      Session: HOUR,
    },
    async findAccount(_context: unknown, id: string) {
      const person = people.find(id)
      return person && { accountId: id, claims: async () => claimsOf(person, options) }
    },
    // Signing in here consents to what the product asks for.
    async loadExistingGrant(context: OidcContext & { oidc: { provider: Provider } }) {
      const { provider, session, client } = context.oidc
      const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId })
      grant.addOIDCScope('openid email profile name public_profile offline_access')
      await grant.save()
      return grant
    },
  }
}

/** Nobody is signed in without a prompt: the next person at the same browser may be somebody else. */
function forgetWhoWasHere(incoming: IncomingMessage, sessionCookie: string): void {
  const cookies = (incoming.headers.cookie ?? '').split('; ')
  incoming.headers.cookie = cookies.filter((cookie) => !cookie.startsWith(sessionCookie)).join('; ')
}

function claimsOf(person: Person, { name, publicUrl }: VendorOptions) {
  const claims = { sub: person.id, email: person.email, email_verified: person.verified }
  if (name === SAYS_NAMES_ONCE) return claims
  const letter = encodeURIComponent(person.name.slice(0, 1).toUpperCase())
  return { ...claims, name: person.name, picture: `${publicUrl}/pictures/${letter}.svg` }
}

/** Adds the field `user` to the form that goes back to the product. */
function sayName(outgoing: ServerResponse, { name, email }: Person): void {
  const [firstName = '', ...others] = name.split(' ')
  const user = JSON.stringify({ name: { firstName, lastName: others.join(' ') }, email })
  const value = user.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  const end = outgoing.end.bind(outgoing) as (body?: unknown) => ServerResponse
  outgoing.end = ((body?: unknown) => {
    if (typeof body !== 'string' && !Buffer.isBuffer(body)) return end(body)
    const page = String(body).replace('</form>', `<input type="hidden" name="user" value="${value}"/></form>`)
    outgoing.setHeader('content-length', Buffer.byteLength(page))
    return end(page)
  }) as typeof outgoing.end
}

function chosen(people: People, form: Record<string, unknown>): Person | undefined {
  if (form.choice === 'known') return people.find(String(form.id))
  const email = String(form.email ?? '')
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return undefined
  return people.save({ email, name: String(form.name ?? ''), verified: form.verified === 'yes' })
}

function refused(error: string, description: string) {
  return { error, error_description: description }
}

function wires(c: Context): { incoming: IncomingMessage; outgoing: ServerResponse } {
  return c.env as HttpBindings as unknown as { incoming: IncomingMessage; outgoing: ServerResponse }
}
