/** The refusals about second factors; the rest, and what they mean, are in refusals.ts. */
export const FACTOR_REFUSALS = {
  factorType: [400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn'],
  factorNameTaken: [
    422,
    'mfa_factor_name_conflict',
    'A factor with the friendly name "{name}" for this user already exists',
  ],
  factorsTooMany: [
    422,
    'too_many_enrolled_mfa_factors',
    'Maximum number of verified factors reached, unenroll to continue',
  ],
  needsAal2ToEnroll: [403, 'insufficient_aal', 'AAL2 required to enroll a new factor'],
  phoneEnrollOff: [422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone'],
  webauthnEnrollOff: [422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn'],
  factorUnknown: [404, 'mfa_factor_not_found', 'Factor not found'],
  factorNotUuid: [404, 'validation_failed', 'factor_id must be an UUID'],
  factorCodeMissing: [400, 'validation_failed', 'Code needs to be non-empty'],
  factorCodeWrong: [422, 'mfa_verification_failed', 'Invalid TOTP code entered'],
  challengeUnknown: [422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found'],
  challengeExpired: [
    422,
    'mfa_challenge_expired',
    'MFA challenge {id} has expired, verify against another challenge or create a new challenge.',
  ],
  challengeOtherAddress: [422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.'],
  needsAal2ForCodes: [403, 'insufficient_aal', 'AAL2 required to make recovery codes'],
  codesNeedFactor: [422, 'mfa_factor_not_found', 'A verified factor is required to have recovery codes'],
  recoveryCodeWrong: [422, 'mfa_verification_failed', 'Invalid recovery code entered'],
  needsAal2ToUnenroll: [422, 'insufficient_aal', 'AAL2 required to unenroll verified factor'],
} as const satisfies Record<string, readonly [status: number, code: string, message: string]>
