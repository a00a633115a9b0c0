/** Where a token is playing, as announced by realtime. app/live writes it; the player stops when it is elsewhere. */
import { queryOptions, skipToken } from '@tanstack/react-query'
import { keys } from './query.ts'

/** The name of the device that plays the token, once known. */
export function playLeaseQuery(tokenUid: string) {
  return queryOptions<string>({ queryKey: keys.playLease(tokenUid), queryFn: skipToken })
}
