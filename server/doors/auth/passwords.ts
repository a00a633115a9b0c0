/** Password rules and hashing: Argon2id with 19 MiB, 2 passes, 1 lane (OWASP Password Storage Cheat Sheet). */
import { hash, verify } from '@node-rs/argon2'
import { verify as verifyBcrypt } from '@node-rs/bcrypt'
import { BUDGET } from './budget.ts'
import { AuthError } from './errors.ts'
import { createFairQueue, type Place } from './fair-queue.ts'

export type PasswordRules = {
  passwordMinLength: number
  /** Character classes of which a new password needs at least one each; `name` is what the refusal calls them. */
  passwordClasses?: { name: string; pattern: RegExp }[]
  /** Whether anybody would try `password` first; `own` are the account's addresses. GoTrue asks a service for leaked ones. */
  isCommonPassword?: (password: string, own: string[]) => boolean
}

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const LONGEST = BUDGET.password.limit

/** Bcrypt, of no more than a second's work. */
const IMPORTED = /^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/

/** Whether a hash was made elsewhere, as GoTrue makes them; it is replaced at the next sign-in. */
export const isImported = (stored: string | null): boolean => IMPORTED.test(stored ?? '')

/** `place`: by which it gets its turn while others wait. */
export type Passwords = {
  hash: (password: string, place: Place) => Promise<string>
  /** Whether `password` matches `stored`; with null it takes as long and answers false. */
  verify: (stored: string | null, password: string, place: Place) => Promise<boolean>
}

/** Of whoever has the service key. */
export const SERVICE: Place = { network: 'service', isKnown: true }
/** Of whoever is signed in: each account is a network of its own. */
export const placeOf = ({ id }: { id: string }): Place => ({ network: id, isKnown: true })

/**
 * Hashing takes tens of milliseconds of a core and 19 MiB, so at most `running` run at once and at most `waiting`
 * queue behind them, in fair turns; beyond that the newest of whoever sends most gets `tooManyRequests`.
 */
export function createPasswords(running: number, waiting: number): Passwords {
  const inTurn = createFairQueue(running, waiting, () => new AuthError('tooManyRequests', { seconds: 1 }))

  // Checked for unknown addresses, so that the response time does not reveal which addresses have an account.
  let decoy: Promise<string> | undefined
  return {
    hash: (password, place) => inTurn(place, () => hash(password, COST)),
    async verify(stored, password, place) {
      decoy ??= hash('no account has this password', COST)
      const target = stored ?? (await decoy)
      const same = await inTurn(place, () =>
        isImported(target) ? verifyBcrypt(password, target) : verify(target, password),
      )
      return stored !== null && same
    },
  }
}

/**
 * Throws `passwordTooLong` beyond 72 bytes, `passwordWeak` when too short, `passwordPlain` when a class is missing,
 * `passwordWeakAndPlain` when both, and `passwordCommon`. `addresses` are the account's; '' and null are none.
 */
export function checkNewPassword(
  password: string,
  rules: PasswordRules,
  addresses: readonly (string | null)[] = [],
): void {
  if (Buffer.byteLength(password) > LONGEST) throw new AuthError('passwordTooLong')
  const { passwordMinLength: length, passwordClasses = [] } = rules
  const short = [...password].length < length
  const plain = passwordClasses.some(({ pattern }) => !pattern.test(password))
  if (!short && !plain) {
    const own = addresses.flatMap((address) => address || [])
    if (rules.isCommonPassword?.(password, own)) throw new AuthError('passwordCommon')
    return
  }
  const classes = passwordClasses.map(({ name }) => name).join(', ')
  const refusal = short ? (plain ? 'passwordWeakAndPlain' : 'passwordWeak') : 'passwordPlain'
  throw new AuthError(refusal, { length, classes })
}
