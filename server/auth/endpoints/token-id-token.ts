import type { Context } from 'hono'
import * as v from 'valibot'
import { readBody, text } from '../body.ts'
import { AuthError, OAuthError } from '../errors.ts'

const Body = v.object({ provider: text, id_token: text, client_id: text, issuer: text })

const ISSUERS: Record<string, string> = {
  apple: 'https://appleid.apple.com',
  facebook: 'https://www.facebook.com',
  google: 'https://accounts.google.com',
}

/** POST /token?grant_type=id_token. No provider is connected, so every well-formed request is refused. */
export async function tokenByIdToken(c: Context): Promise<Response> {
  const body = await readBody(c, Body)
  if (!body.id_token) throw new OAuthError('invalid request', 'id_token required')
  if (!body.provider && (!body.client_id || !body.issuer)) {
    throw new OAuthError('invalid request', 'provider or client_id and issuer required')
  }
  throw new AuthError('issuerOff', { issuer: ISSUERS[body.provider] ?? body.issuer })
}
