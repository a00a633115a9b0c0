/** What an installation permits. The defaults are the strict ones; GoTrue's own name of each is beside it. */

export type AuthSettings = {
  /** Whether strangers may make accounts (GOTRUE_DISABLE_SIGNUP). Invitations and administrators always may. */
  signUp: boolean
  /** Sign-up and sign-in by e-mail address (GOTRUE_EXTERNAL_EMAIL_ENABLED). */
  email: boolean
  /** A sign-up opens a session at once, whoever the address belongs to (GOTRUE_MAILER_AUTOCONFIRM). */
  emailAutoconfirm: boolean
  /** A change of address is confirmed by the old one too (GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED). */
  secureEmailChange: boolean
  /** Sign-up and sign-in by phone number (GOTRUE_EXTERNAL_PHONE_ENABLED). */
  phone: boolean
  /** As emailAutoconfirm, for numbers (GOTRUE_SMS_AUTOCONFIRM). */
  phoneAutoconfirm: boolean
  /** The code of each test number (GOTRUE_SMS_TEST_OTP). Nothing is sent to any number: others get `smsFailed`. */
  testCodes: Readonly<Record<string, string>>
  /** What /settings calls the sender of text messages (GOTRUE_SMS_PROVIDER). */
  smsProvider: string
  /** Accounts without an address (GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED). */
  anonymous: boolean
  /**
   * Adding a provider to an account, or removing one (GOTRUE_SECURITY_MANUAL_LINKING_ENABLED). Null: where a provider
   * is connected.
   */
  manualLinking: boolean | null
  /**
   * Whether no answer to a stranger may tell which addresses have an account, where GoTrue's does: /otp without
   * `create_user`, and PUT /user with somebody else's address. GoTrue has no such setting.
   */
  hideAccounts: boolean
  /**
   * Whether administrators may give an account any role, as GoTrue's may; if not, only `authenticated` and
   * `service_role`. GoTrue has no such setting.
   */
  anyRole: boolean
}

export const DEFAULT_SETTINGS: AuthSettings = {
  signUp: true,
  email: true,
  emailAutoconfirm: false,
  secureEmailChange: true,
  phone: false,
  phoneAutoconfirm: false,
  testCodes: {},
  smsProvider: '',
  anonymous: false,
  manualLinking: null,
  hideAccounts: true,
  anyRole: false,
}

/** Whether people may add and remove providers. */
export function mayLink({
  settings,
  identityProviders,
}: {
  settings: AuthSettings
  identityProviders: object
}): boolean {
  return settings.manualLinking ?? Object.keys(identityProviders).length > 0
}

/**
 * Throws where settings contradict each other: a sign-up can only be bound to whoever confirms its address where every
 * account has one to confirm.
 */
export function checkSettings(settings: AuthSettings, bindsSignUps: boolean): void {
  const { emailAutoconfirm, phoneAutoconfirm, anonymous, testCodes } = settings
  if (bindsSignUps && (emailAutoconfirm || phoneAutoconfirm || anonymous)) {
    throw new Error('discardSignUp needs every address confirmed: no autoconfirm and no anonymous accounts.')
  }
  for (const [number, code] of Object.entries(testCodes)) {
    if (!/^[1-9]\d{6,14}$/.test(number) || !/^\d{6,10}$/.test(code)) {
      throw new Error(`The test number ${number} has to be E.164 digits, and its code six to ten digits.`)
    }
  }
}
