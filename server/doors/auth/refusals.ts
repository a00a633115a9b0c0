/**
 * Every refusal this door can give: name → HTTP status, error code, message. Statuses, codes and texts are
 * GoTrue's (v2.196), because applications compare them; `{name}` marks a value filled in at the throw.
 */
import { ADMIN_REFUSALS } from './admin-refusals.ts'
import { FACTOR_REFUSALS } from './factor-refusals.ts'

export const REFUSALS = {
  // The request itself
  badJson: [400, 'bad_json', 'Could not parse request body as JSON: {reason}'],
  bodyTooLarge: [413, 'request_entity_too_large', 'Request body too large'],
  addressTooLong: [400, 'validation_failed', 'The address of the request is too long'],
  fieldTooLong: [400, 'validation_failed', '{field} cannot be longer than {most}'],
  notFound: [404, 'not_found', 'Not Found'],
  tooManyRequests: [429, 'over_request_rate_limit', 'Request rate limit reached'],
  tooManyMails: [429, 'over_email_send_rate_limit', 'email rate limit exceeded'],
  mailTooSoon: [
    429,
    'over_email_send_rate_limit',
    'For security purposes, you can only request this after {seconds} seconds.',
  ],
  unexpected: [
    500,
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
  ],
  unavailable: [503, 'unexpected_failure', 'The database is not available at the moment, please try again'],

  // The bearer
  noBearer: [401, 'no_authorization', 'This endpoint requires a valid Bearer token'],
  badJwt: [403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature, {reason}'],
  noSubject: [403, 'bad_jwt', 'invalid claim: missing sub claim'],
  subjectNotUuid: [400, 'bad_jwt', 'invalid claim: sub claim must be a UUID'],
  callerGone: [403, 'user_not_found', 'User from sub claim in JWT does not exist'],
  sessionGone: [403, 'session_not_found', 'Session from session_id claim in JWT does not exist'],
  banned: [403, 'user_banned', 'User is banned'],
  notAdmin: [403, 'not_admin', 'User not allowed'],

  // Addresses and passwords
  badEmail: [400, 'validation_failed', 'Unable to validate email address: invalid format'],
  passwordMissing: [400, 'validation_failed', 'Signup requires a valid password'],
  passwordTooLong: [400, 'validation_failed', 'Password cannot be longer than 72 characters'],
  passwordWeak: [422, 'weak_password', 'Password should be at least {length} characters.'],
  passwordPlain: [422, 'weak_password', 'Password should contain at least one character of each: {classes}.'],
  passwordWeakAndPlain: [
    422,
    'weak_password',
    'Password should be at least {length} characters. Password should contain at least one character of each: {classes}.',
  ],
  passwordCommon: [
    422,
    'weak_password',
    'Password is known to be weak and easy to guess, please choose a different one.',
  ],
  passwordSame: [422, 'same_password', 'New password should be different from the old password.'],
  emailTaken: [422, 'email_exists', 'A user with this email address has already been registered'],
  userExists: [422, 'user_already_exists', 'User already registered'],
  metadataTooLarge: [400, 'validation_failed', 'User metadata cannot be longer than {bytes} bytes'],

  // Sign-up and sign-in
  anonymousDisabled: [422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'],
  signupBothAddresses: [
    400,
    'validation_failed',
    'Only an email address or phone number should be provided on signup.',
  ],
  signupByPhone: [400, 'phone_provider_disabled', 'Phone signups are disabled'],
  web3Disabled: [422, 'web3_provider_disabled', 'Web3 provider is disabled'],
  unknownGrant: [400, 'invalid_credentials', 'unsupported_grant_type'],
  loginBothAddresses: [
    400,
    'validation_failed',
    'Only an email address or phone number should be provided on login.',
  ],
  loginByPhone: [422, 'phone_provider_disabled', 'Phone logins are disabled'],
  loginNoAddress: [400, 'validation_failed', 'missing email or phone'],
  badCredentials: [400, 'invalid_credentials', 'Invalid login credentials'],
  loginBanned: [400, 'user_banned', 'User is banned'],
  emailNotConfirmed: [400, 'email_not_confirmed', 'Email not confirmed'],

  // Refresh
  refreshMalformed: [400, 'validation_failed', 'Refresh token is not valid'],
  refreshUnknown: [400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'],
  refreshBanned: [400, 'user_banned', 'Invalid Refresh Token: User Banned'],
  refreshExpired: [400, 'session_expired', 'Invalid Refresh Token: Session Expired'],
  refreshIdle: [400, 'session_expired', 'Invalid Refresh Token: Session Expired (Inactivity)'],
  refreshUsed: [400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used'],
  refreshBusy: [
    409,
    'conflict',
    'Too many concurrent token refresh requests on the same session or refresh token',
  ],

  // PKCE
  challengeHalfGiven: [
    400,
    'validation_failed',
    'PKCE flow requires code_challenge_method and code_challenge',
  ],
  challengeLength: [400, 'validation_failed', 'code challenge has to be between 43 and 128 characters'],
  challengeCharacters: [
    400,
    'validation_failed',
    'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
  ],
  challengeMethod: [400, 'validation_failed', "code_challenge_method has to be 's256' or 'plain'"],
  codeAndVerifierNeeded: [
    400,
    'validation_failed',
    'invalid request: both auth code and code verifier should be non-empty',
  ],
  flowUnknown: [404, 'flow_state_not_found', 'invalid flow state, no valid flow state found'],
  flowExpired: [422, 'flow_state_expired', 'invalid flow state, flow state has expired'],
  badVerifier: [400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier'],

  // Mailed links and codes
  verifyNeedsType: [400, 'validation_failed', 'Verify requires a verification type'],
  verifyNeedsToken: [400, 'validation_failed', 'Verify requires a token or a token hash'],
  verifyHashOnly: [400, 'validation_failed', 'Only the token_hash and type should be provided'],
  verifyOneAddress: [
    400,
    'validation_failed',
    'Only an email address or phone number should be provided on verify',
  ],
  verifyEmailType: [400, 'validation_failed', 'Invalid email verification type'],
  linkInvalid: [403, 'otp_expired', 'Email link is invalid or has expired'],
  codeInvalid: [403, 'otp_expired', 'Token has expired or is invalid'],
  // Ours: whose-account.ts
  accountPasswordNeeded: [
    403,
    'account_password_needed',
    'Nothing shows that the account is yours: send its password along',
  ],
  accountPasswordWrong: [403, 'account_password_wrong', 'This is not the password of the account'],
  recoverNeedsEmail: [400, 'validation_failed', 'Password recovery requires an email'],
  otpNeedsAddress: [400, 'validation_failed', 'One of email or phone must be set'],
  otpBothAddresses: [400, 'validation_failed', 'Only an email address or phone number should be provided'],
  otpChannel: [400, 'validation_failed', 'Channel should only be specified with Phone OTP'],
  phoneUnsupported: [400, 'phone_provider_disabled', 'Unsupported phone provider'],
  resendType: [
    400,
    'validation_failed',
    'Missing one of these types: signup, email_change, sms, phone_change',
  ],
  resendNeedsEmail: [400, 'validation_failed', 'Type provided requires an email address'],
  resendNeedsPhone: [400, 'validation_failed', 'Type provided requires a phone number'],
  resendBothAddresses: [
    400,
    'validation_failed',
    'Only an email address or phone number should be provided.',
  ],
  resendNeedsAddress: [400, 'validation_failed', 'Missing email address or phone number'],
  phoneSendingOff: [400, 'phone_provider_disabled', 'Phone logins are disabled'],

  // The signed-in user
  needsAal2ToUpdate: [
    401,
    'insufficient_aal',
    'AAL2 session is required to update email or password when MFA is enabled.',
  ],
  reauthenticationNeeded: [400, 'reauthentication_needed', 'Password update requires reauthentication'],
  proofNeeded: [400, 'reauthentication_needed', 'This change requires reauthentication'],
  currentPasswordNeeded: [
    400,
    'current_password_required',
    'Current password required when setting new password.',
  ],
  currentPasswordWrong: [400, 'current_password_invalid', 'Current password is not correct.'],
  nonceInvalid: [422, 'reauthentication_not_valid', 'Nonce has expired or is invalid'],
  reauthenticateNoAddress: [
    400,
    'validation_failed',
    'Reauthentication requires the user to have an email or a phone number',
  ],
  appMetadataNotAdmin: [403, 'not_admin', 'Updating app_metadata requires admin privileges'],
  reauthenticateUnconfirmed: [422, 'email_not_confirmed', 'Please verify your email first.'],
  sessionNotUuid: [404, 'validation_failed', 'session_id must be an UUID'],
  sessionUnknown: [404, 'session_not_found', 'Session not found'],
  logoutScope: [400, 'validation_failed', 'Unsupported logout scope "{scope}"'],
  manualLinkingDisabled: [404, 'manual_linking_disabled', 'Manual linking is disabled'],

  // Providers
  providerUnknown: [400, 'validation_failed', 'Unsupported provider: Provider {provider} could not be found'],
  providerOff: [400, 'validation_failed', 'Unsupported provider: provider is not enabled'],
  issuerOff: [400, 'provider_disabled', 'Provider (issuer "{issuer}") is not enabled'],
  providerFailed: [500, 'unexpected_failure', 'Unable to exchange external code'],
  providerRefused: [400, 'bad_oauth_callback', '{description}'],
  providerEmailUnverified: [
    422,
    'provider_email_needs_verification',
    'Unverified email with {provider}. Verify the email with {provider} in order to sign in',
  ],
  identityTaken: [422, 'identity_already_exists', 'Identity is already linked to another user'],
  identityUnknown: [422, 'identity_not_found', "Identity doesn't exist"],
  identityNotUuid: [404, 'validation_failed', 'identity_id must be an UUID'],
  identityOnly: [422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking'],
  needsAal2ToLink: [403, 'insufficient_aal', 'AAL2 session is required to change identities'],
  oauthServerDisabled: [404, 'feature_disabled', 'OAuth server is disabled'],
  customProvidersDisabled: [404, 'feature_disabled', 'Custom OAuth providers are disabled'],
  passkeysDisabled: [404, 'passkey_disabled', 'Passkeys are disabled'],
  samlDisabled: [404, 'saml_provider_disabled', 'SAML 2.0 is disabled'],

  ...FACTOR_REFUSALS,
  ...ADMIN_REFUSALS,
} as const satisfies Record<string, readonly [status: number, code: string, message: string]>

export type RefusalName = keyof typeof REFUSALS
