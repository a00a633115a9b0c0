import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { LEASE_RENEWAL_SECONDS } from '#domain/play-lease.ts'
import { ApiError } from '../../lib/api.ts'
import { playLeaseQuery } from '../../lib/play-lease.ts'
import { playingDevice } from '../../lib/playing-device.ts'
import { release, renew } from './api.ts'

/**
 * Keeps the token's lease while it plays here. True once another device has taken over, as announced by
 * realtime or found out at the next renewal. Releasing it when the player closes spares the next device the
 * takeover question.
 */
export function useLease(tokenUid: string): boolean {
  const playingOn = useQuery(playLeaseQuery(tokenUid)).data
  const [refused, setRefused] = useState(false)
  const taken = refused || (playingOn !== undefined && playingOn !== playingDevice())

  useEffect(() => {
    if (taken) return
    const check = () =>
      void renew(tokenUid).catch((fault) => {
        if (fault instanceof ApiError && fault.code === 'playing_elsewhere') setRefused(true)
      })
    // A phone that slept has missed renewals, and perhaps the announcement.
    const onVisibilityChange = () => document.visibilityState === 'visible' && check()
    const timer = setInterval(check, LEASE_RENEWAL_SECONDS * 1000)
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisibilityChange)
    }
  }, [tokenUid, taken])

  // Has no effect on a lease that another device holds by now.
  useEffect(() => () => void release(tokenUid).catch(() => undefined), [tokenUid])
  return taken
}
