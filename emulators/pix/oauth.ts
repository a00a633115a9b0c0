/**
 * OAuth 2 client credentials: `POST /oauth/token` with basic authentication answers a bearer token for an hour. The body is
 * a form (RFC 6749, section 4.4.2), or JSON as Efí documents it.
 */
import { randomBytes } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { jsonBody } from '../control.ts'
import { isSameSecret } from '../same-secret.ts'
import { problem } from './problem.ts'
import type { PixStore } from './store.ts'

const SECONDS = 3600

async function grantType(c: Context): Promise<unknown> {
  const type = c.req.header('content-type') ?? ''
  if (type.startsWith('application/x-www-form-urlencoded')) return (await c.req.parseBody()).grant_type
  return type.startsWith('application/json') ? (await jsonBody(c)).grant_type : undefined
}

export function oauth(store: PixStore, client: { id: string; secret: string }) {
  const expected = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`

  async function grant(c: Context): Promise<Response> {
    if (!isSameSecret(c.req.header('authorization') ?? '', expected))
      return problem(c, 401, 'AcessoNegado', 'Credenciais inválidas.')
    if ((await grantType(c)) !== 'client_credentials') return c.json({ error: 'unsupported_grant_type' }, 400)
    const token = randomBytes(24).toString('hex')
    store.db.prepare('insert into tokens values (?, ?)').run(token, Date.now() + SECONDS * 1000)
    return c.json({
      access_token: token,
      token_type: 'Bearer',
      expires_in: SECONDS,
      scope: 'cob.write cob.read',
    })
  }

  const guard: MiddlewareHandler = async (c, next) => {
    const token = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
    const known = store.db
      .prepare('select 1 from tokens where token = ? and ends_at > ?')
      .get(token, Date.now())
    return known ? next() : problem(c, 401, 'AcessoNegado', 'O token falta ou venceu.')
  }

  return { grant, guard }
}
