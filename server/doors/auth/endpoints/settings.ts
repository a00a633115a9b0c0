import type { Context } from 'hono'
import type { Door } from '../options.ts'
import { PROVIDERS } from '../providers.ts'

/** GET /settings. The sign-in methods of this installation. */
export function settings(c: Context, door: Door): Response {
  return c.json({
    external: {
      ...Object.fromEntries(PROVIDERS.map((provider) => [provider, provider in door.identityProviders])),
      anonymous_users: false,
      email: true,
      phone: false,
    },
    disable_signup: false,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    passkeys_enabled: false,
  })
}
