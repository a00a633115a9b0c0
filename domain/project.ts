/** A project: what is sold, how many units of it, for how long. */

export const PROJECT_PHASES = ['first_lot', 'auction', 'closed'] as const
export type ProjectPhase = (typeof PROJECT_PHASES)[number]

/**
 * The phase follows from the facts and is stored nowhere. `now` and `expiredAt` are milliseconds since 1970;
 * `firstLotSold` says whether every unit has been sold once.
 */
export function projectPhase(
  project: { expiredAt: number; firstLotSold: boolean },
  now: number,
): ProjectPhase {
  if (now >= project.expiredAt) return 'closed'
  return project.firstLotSold ? 'auction' : 'first_lot'
}

/** Hours to two decimals, and whether to say "hora" or "horas": one and less is singular (specification, section 9). */
export function validityHours(validPeriodSeconds: number): { hours: number; singular: boolean } {
  return { hours: Math.round(validPeriodSeconds / 36) / 100, singular: validPeriodSeconds <= 3600 }
}

/** A unit stays set aside this long while its buyer's payment by card or PIX is under way. */
export const RESERVATION_SECONDS = 600
