/** Properties of a card brand: lengths of its numbers and of its security code, and where its number is spaced. */
export type Brand = { brand: string; start: RegExp; lengths: number[]; cvc: number; gaps: number[] }

/** The brand of `digits` (complete or partial); `brand` is `unknown` when none fits. */
export function brandOf(digits: string): Brand
/** `digits` spaced as the brand prints them. */
export function formatNumber(digits: string): string
/** The check digit rule of ISO/IEC 7812-1. */
export function hasValidCheckDigit(digits: string): boolean
/** A year of two digits read in the current century; other years are returned as they are. */
export function fullYear(year: number, now: Date): number
/** Whether the card's last month lies before the month of `now`. */
export function isPastExpiry(month: number, year: number, now: Date): boolean
