/** A project: what is sold, how many units of it, and for how long. */

export const PROJECT_PHASES = ['first_lot', 'auction', 'closed'] as const
export type ProjectPhase = (typeof PROJECT_PHASES)[number]

/**
 * The phase is derived from the facts and stored nowhere. `now` and `expiredAt` are milliseconds since 1970;
 * `firstLotSold` says whether every unit has been sold once.
 */
export function projectPhase(
  project: { expiredAt: number; firstLotSold: boolean },
  now: number,
): ProjectPhase {
  if (now >= project.expiredAt) return 'closed'
  return project.firstLotSold ? 'auction' : 'first_lot'
}

/** A project's state in one word, as the back office tells them apart. */
export const PROJECT_STATES = ['waiting', 'draft', 'first_lot', 'auction', 'paused', 'closed'] as const
export type ProjectState = (typeof PROJECT_STATES)[number]

/**
 * The facts that decide whether anything of a project is for sale. `expiredAt` is milliseconds since 1970,
 * `fiatPrice` centavos.
 */
export type ProjectOnSale = {
  isActive: boolean
  /** Nothing of a paused project is sold; holders keep their units. */
  isPaused: boolean
  expiredAt: number
  firstLotSold: boolean
  fiatPrice: number
}

/** Written into the contract that is requested when a project is created. */
const FIXED_BY_CONTRACT = ['symbol', 'totalSupply'] as const
/** The terms fans bought under. */
const FIXED_BY_PUBLICATION = ['fiatPrice', 'validPeriod', 'expiredAt', 'opensAt', 'authorWallet'] as const
export type ProjectTerm = (typeof FIXED_BY_CONTRACT)[number] | (typeof FIXED_BY_PUBLICATION)[number]

/** The parts of a project that can no longer be changed (decision 020). */
export function fixedTerms({ isActive }: { isActive: boolean }): readonly ProjectTerm[] {
  return isActive ? [...FIXED_BY_CONTRACT, ...FIXED_BY_PUBLICATION] : FIXED_BY_CONTRACT
}

/**
 * Hours to two decimals, and whether to say "hora" or "horas": one or less is singular (specification, section 9).
 */
export function validityHours(validPeriodSeconds: number): { hours: number; singular: boolean } {
  return { hours: Math.round(validPeriodSeconds / 36) / 100, singular: validPeriodSeconds <= 3600 }
}

/** How long a unit stays reserved, in an hour, while its buyer's payments by card or PIX are under way. */
export const RESERVATION_SECONDS = 600
