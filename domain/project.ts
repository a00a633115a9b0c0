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

/** What decides whether anything of a project can be had. `expiredAt` is milliseconds since 1970, `fiatPrice` centavos. */
export type ProjectOnSale = {
  isActive: boolean
  /** Nothing of a paused project is sold; whoever has a unit keeps it. */
  isPaused: boolean
  expiredAt: number
  firstLotSold: boolean
  fiatPrice: number
}

/** Said in the contract that is asked for when a project is made. */
const FIXED_BY_CONTRACT = ['symbol', 'totalSupply'] as const
/** What fans bought under. */
const FIXED_BY_PUBLICATION = ['fiatPrice', 'validPeriod', 'expiredAt', 'authorWallet'] as const
export type ProjectTerm = (typeof FIXED_BY_CONTRACT)[number] | (typeof FIXED_BY_PUBLICATION)[number]

/** What of a project can no longer be changed (decision 020). */
export function fixedTerms({ isActive }: { isActive: boolean }): readonly ProjectTerm[] {
  return isActive ? [...FIXED_BY_CONTRACT, ...FIXED_BY_PUBLICATION] : FIXED_BY_CONTRACT
}

/** Hours to two decimals, and whether to say "hora" or "horas": one and less is singular (specification, section 9). */
export function validityHours(validPeriodSeconds: number): { hours: number; singular: boolean } {
  return { hours: Math.round(validPeriodSeconds / 36) / 100, singular: validPeriodSeconds <= 3600 }
}

/** A unit stays set aside this long while its buyer's payment by card or PIX is under way. */
export const RESERVATION_SECONDS = 600
