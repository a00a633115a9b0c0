/** The refusals of the administrators' calls; the rest, and what they mean, are in refusals.ts. */
export const ADMIN_REFUSALS = {
  adminUserUnknown: [404, 'user_not_found', 'User not found'],
  adminUserKept: [409, 'conflict', 'The account cannot be deleted: other data keeps it'],
  adminUserNotUuid: [404, 'validation_failed', 'user_id must be an UUID'],
  adminPages: [400, 'validation_failed', 'Bad Pagination Parameters: {reason}'],
  adminSort: [400, 'validation_failed', 'Bad Sort Parameters: bad field for sort'],
  adminNeedsAddress: [400, 'validation_failed', 'Cannot create a user without either an email or phone'],
  adminBadId: [400, 'validation_failed', 'ID must conform to the uuid v4 format'],
  adminBanDuration: [400, 'validation_failed', 'invalid format for ban duration: {value}'],
  adminPasswordHash: [
    400,
    'validation_failed',
    'password_hash must be an argon2id hash in PHC format, or one of bcrypt',
  ],
  adminPasswordTwice: [400, 'validation_failed', 'Only a password or a password hash should be provided'],
  adminRole: [400, 'validation_failed', 'role must be authenticated or service_role'],
  adminNilId: [400, 'validation_failed', 'ID cannot be a nil uuid'],
  linkType: [400, 'validation_failed', 'Invalid email action link type requested: {type}'],
  linkUserUnknown: [404, 'user_not_found', 'User with this email not found'],
  linkNeedsNewEmail: [400, 'validation_failed', 'A new email address is required to change an email'],
} as const satisfies Record<string, readonly [status: number, code: string, message: string]>
