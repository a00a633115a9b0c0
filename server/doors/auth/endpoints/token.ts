import type { Context } from 'hono'
import { AuthError } from '../errors.ts'
import type { Door } from '../options.ts'
import { tokenByIdToken } from './token-id-token.ts'
import { tokenByPassword } from './token-password.ts'
import { tokenByPkce } from './token-pkce.ts'
import { tokenByRefresh } from './token-refresh.ts'

/** POST /token. Dispatches on the grant type. */
export function token(c: Context, door: Door): Promise<Response> {
  switch (c.req.query('grant_type')) {
    case 'password':
      return tokenByPassword(c, door)
    case 'refresh_token':
      return tokenByRefresh(c, door)
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
