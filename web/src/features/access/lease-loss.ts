import { ApiError } from '../../lib/api.ts'

/**
 * What a renewal that failed means for whoever plays here: another device plays, or nobody may any more; null where the next one may
 * succeed. A session that has ended is renewed or signed out by whoever sent the call, and with its screens the player goes.
 */
export function lossOf(fault: unknown): 'elsewhere' | 'refused' | null {
  if (!(fault instanceof ApiError) || !fault.isFinal || fault.code === null || fault.status === 401)
    return null
  return fault.code === 'playing_elsewhere' ? 'elsewhere' : 'refused'
}
