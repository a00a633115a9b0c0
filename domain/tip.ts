/** An amount beside the price of a purchase, as the fan wishes: the whole of it is the artist's. Centavos. */
export const MIN_TIP = 100
export const MAX_TIP = 50_000
/** What is offered at a tap. */
export const QUICK_TIPS = [500, 1000, 2000] as const
/** The line that goes with it, in characters. */
export const TIP_WORDS = 140
