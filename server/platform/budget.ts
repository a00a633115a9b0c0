/** What a door lets one caller ask for: each door has a table of bounds (`budget.ts`), and docs/limits.md shows them all. */
export type Bound = {
  /** What is bounded. */
  resource: string
  limit: number
  unit: string
  /** Of a rate: the seconds it is counted in. Its refusal has a `Retry-After`. */
  seconds?: number
  /** What a caller beyond it hears, in the door's own words; null where what is beyond is cut off or replaced. */
  answer: string | null
}
