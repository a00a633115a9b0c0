import { isPortrait } from '#domain/portrait.ts'
import { storedAddress } from './stored-address.ts'

/** Where a person's picture is shown from; null for none, and for one at a place that the rule no longer takes. */
export function portraitAddress(stored: string | null): string | null {
  return stored !== null && isPortrait(stored) ? storedAddress(stored) : null
}
