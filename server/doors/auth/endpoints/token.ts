import type { Context } from 'hono'
import { AuthError } from '../errors.ts'
import type { Door } from '../options.ts'
import { limitAddress } from '../rate-limits.ts'
import { tokenByIdToken } from './token-id-token.ts'
import { tokenByPassword } from './token-password.ts'
import { tokenByPkce } from './token-pkce.ts'
import { tokenByRefresh } from './token-refresh.ts'

/** POST /token. Dispatches on the grant type. Renewals are counted by session, all else by client address. */
export async function token(c: Context, door: Door): Promise<Response> {
  const grant = c.req.query('grant_type')
  if (grant === 'refresh_token') return tokenByRefresh(c, door)
  await limitAddress(door, 'tokenRequests', door.clientAddress(c))
  switch (grant) {
    case 'password':
      return tokenByPassword(c, door)
    case 'pkce':
      return tokenByPkce(c, door)
    case 'id_token':
      return tokenByIdToken(c, door)
    case 'web3':
      throw new AuthError('web3Disabled')
    default:
      throw new AuthError('unknownGrant')
  }
}
