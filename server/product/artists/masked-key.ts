/** Keys as an account sees them that took another's place at an artist: those from before it in part, as they are somebody's own. */
import { maskedName } from '#domain/artist.ts'
import { maskedPixKey, type PixKeyType } from '#domain/pix-key.ts'

type Key = { pixKeyType: PixKeyType; pixKey: string; legalName?: string }

/** `since` is when that account joined; null for an artist's first, which sees everything. */
export function maskedBefore<Of extends Key>(since: Date | null, enteredAt: Date, key: Of): Of {
  if (!since || enteredAt >= since) return key
  const { pixKeyType, pixKey, legalName } = key
  return {
    ...key,
    pixKey: maskedPixKey(pixKeyType, pixKey),
    ...(legalName !== undefined && { legalName: maskedName(legalName) }),
  }
}
