/** Time-based one-time passwords (RFC 6238): SHA-1, 30 seconds, 6 digits, one step of skew either way. */
import { Secret, TOTP } from 'otpauth'

const STEP_SECONDS = 30
/** RFC 4226 section 4 asks for 160 bits. */
const SECRET_BYTES = 20

const totp = (secret: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS, ...names })

/** A fresh secret in base32 (RFC 4648), as authenticator apps want it. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The code of `secret` (base32) for a 30-second step since 1970. */
export function codeAt(secret: string, step: number): string {
  return totp(secret).generate({ timestamp: step * STEP_SECONDS * 1000 })
}

/** The step of the entered code, among the current one and its neighbours; undefined when none matches. */
export function matchingStep(secret: string, code: string, now: Date): number | undefined {
  const delta = totp(secret).validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? undefined : stepAt(now) + delta
}

/** The 30-second step since 1970 that contains `now`. */
export function stepAt(now: Date): number {
  return TOTP.counter({ period: STEP_SECONDS, timestamp: now.getTime() })
}

/** The address that an authenticator app reads from the QR code (Google Authenticator's "Key URI Format"). */
export function keyUri(issuer: string, account: string, secret: string): string {
  return totp(secret, { issuer, label: account }).toString()
}
