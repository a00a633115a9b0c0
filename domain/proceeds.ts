/** Who is paid when a unit is sold: 10 % to the platform (1000 basis points), the rest to the artist. */
import { divideHalfUp } from './money.ts'

export const PLATFORM_SHARE_BASIS_POINTS = 1000

/** Splits a sale of `amount` centavos. The two parts always add up to `amount`: the artist gets the rest. */
export function splitProceeds(amount: number): { platform: number; author: number } {
  const platform = divideHalfUp(amount * PLATFORM_SHARE_BASIS_POINTS, 10_000)
  return { platform, author: amount - platform }
}
