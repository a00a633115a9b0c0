import type { Context } from 'hono'
import { AuthError } from '../errors.ts'
import { PROVIDERS } from '../providers.ts'

/** GET /authorize. No provider is connected, so every request is refused as GoTrue refuses a disabled one. */
export function authorize(c: Context): never {
  const provider = c.req.query('provider') ?? ''
  if (!PROVIDERS.includes(provider)) throw new AuthError('providerUnknown', { provider })
  throw new AuthError('providerOff')
}
