/** What to say when something could not be read: that it was too much at once where it was, else `otherwise`. */
import { ApiError } from './api.ts'

export function sayFailure(fault: unknown, otherwise: string): string {
  return fault instanceof ApiError && fault.status === 429 && fault.message ? fault.message : otherwise
}
