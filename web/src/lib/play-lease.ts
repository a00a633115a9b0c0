/** What realtime has said about where a token is playing. app/live writes it; the player stops when it is elsewhere. */
import { queryOptions, skipToken } from '@tanstack/react-query'
import { keys } from './query.ts'

/** The name of the device that plays the token now, as far as it was told. */
export function playLeaseQuery(tokenUid: string) {
  return queryOptions<string>({ queryKey: keys.playLease(tokenUid), queryFn: skipToken })
}
