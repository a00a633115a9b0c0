/** A job that ends while the database is away is written down as ended once it is back. */
import { RETRYABLE_ERROR_CODES } from 'graphile-worker/dist/lib.js'

/** What a database answers, or the way to it, while it is restarted or replaced: nothing was done, and it may be asked again. */
const AWAY = ['57P01', '57P02', '57P03', '08006', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE']
const WAIT = { minDelay: 100, maxDelay: 2000 }

/**
 * Adds to what the library repeats (milliseconds, at most 100 times). It does not wait for what it writes down itself, so that
 * an error that is not repeated ends the process, with whatever else runs in it.
 */
export function outlastOutages(): void {
  for (const code of AWAY) RETRYABLE_ERROR_CODES[code] = WAIT
}
