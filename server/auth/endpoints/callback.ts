import type { Context } from 'hono'
import type { Door } from '../options.ts'
import { withFragment, withQuery } from '../redirects.ts'

/** GET and POST /callback. We sent nobody to a provider, so nobody can come back with a state of ours. */
export function callback(c: Context, door: Door): Response {
  const details = {
    error: 'invalid_request',
    error_code: 'bad_oauth_state',
    error_description: 'OAuth callback with invalid state',
  }
  const target = withQuery(door.siteUrl, new URLSearchParams(details))
  return c.redirect(withFragment(target, new URLSearchParams({ ...details, sb: '' })), 303)
}
