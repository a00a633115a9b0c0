import type { Context } from 'hono'
import type { Door } from '../options.ts'
import { PROVIDERS } from '../providers.ts'

/** GET /settings. The sign-in methods of this installation. */
export function settings(c: Context, door: Door): Response {
  const { settings: permitted } = door
  return c.json({
    external: {
      ...Object.fromEntries(PROVIDERS.map((provider) => [provider, provider in door.identityProviders])),
      anonymous_users: permitted.anonymous,
      email: permitted.email,
      phone: permitted.phone,
    },
    disable_signup: !permitted.signUp,
    mailer_autoconfirm: permitted.emailAutoconfirm,
    phone_autoconfirm: permitted.phoneAutoconfirm,
    sms_provider: permitted.smsProvider,
    saml_enabled: false,
    passkeys_enabled: false,
  })
}
