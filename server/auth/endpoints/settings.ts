import type { Context } from 'hono'
import { PROVIDERS } from '../providers.ts'

/** GET /settings. What this installation lets people sign in with. */
export function settings(c: Context): Response {
  return c.json({
    external: {
      ...Object.fromEntries(PROVIDERS.map((provider) => [provider, false])),
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
