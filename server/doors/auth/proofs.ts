/** Proving once more whose account it is: what is asked for before what a stolen session must not do. */
import type { Caller } from './caller.ts'
import { AuthError } from './errors.ts'
import { takeByCode } from './one-time-tokens.ts'
import type { Door } from './options.ts'
import { placeOf } from './passwords.ts'
import { limitAttempts } from './rate-limits.ts'
import type { UserRow } from './users.ts'

/** Throws `proofNeeded` where the installation asks for a proof and this session has given none lately. */
export async function requireProof(door: Door, { user, session }: Caller): Promise<void> {
  if (await door.proofIsDue?.(user.id, session.id, door.clock())) throw new AuthError('proofNeeded')
}

/**
 * Counted, so that a stolen session cannot be used to guess the password. Throws `currentPasswordWrong` and
 * `tooManyRequests`.
 */
export async function checkCurrent(door: Door, user: UserRow, current: string): Promise<void> {
  await limitAttempts(door, `current-password:${user.id}`, async () => {
    const right = await door.passwords.verify(user.encrypted_password, current, placeOf(user))
    if (!right) throw new AuthError('currentPasswordWrong')
  })
}

/** Uses up the code that GET /reauthenticate mailed. Throws `nonceInvalid` and `tooManyRequests`. */
export async function takeNonce(door: Door, user: UserRow, nonce: string): Promise<void> {
  const address = user.email ?? user.phone ?? ''
  try {
    await limitAttempts(door, `nonce:${user.id}`, () =>
      door.sql.begin((tx) => takeByCode(tx, door, ['reauthentication_token'], address, nonce, door.clock())),
    )
  } catch (fault) {
    if (fault instanceof AuthError && fault.refusal === 'codeInvalid') throw new AuthError('nonceInvalid')
    throw fault
  }
}
