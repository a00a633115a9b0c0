import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import toast from 'react-hot-toast'
import { LEASE_RENEWAL_SECONDS } from '#domain/play-lease.ts'
import { playLeaseQuery } from '../../lib/play-lease.ts'
import { playingDevice } from '../../lib/playing-device.ts'
import { keys } from '../../lib/query.ts'
import { SHUT_OUT } from '../../lib/shut-out.ts'
import { release, renew } from './api.ts'
import { lossOf } from './lease-loss.ts'

/**
 * Keeps the token's lease while it plays here. True once another device has taken over, as announced by
 * realtime or found out at the next renewal. Calls `onRefused` once nobody may play it here any more. Releasing it when the
 * player closes spares the next device the takeover question.
 */
export function useLease(tokenUid: string, onRefused: () => void): boolean {
  const cache = useQueryClient()
  const playingOn = useQuery(playLeaseQuery(tokenUid)).data
  const [refused, setRefused] = useState(false)
  const taken = refused || (playingOn !== undefined && playingOn !== playingDevice())

  const lose = useEffectEvent((fault: Error) => {
    const loss = lossOf(fault)
    if (loss === 'elsewhere') setRefused(true)
    if (loss !== 'refused') return
    toast.error(fault.message, { id: SHUT_OUT })
    onRefused()
    // Whether it is the token or its fan that is refused, the list finds out.
    void cache.invalidateQueries({ queryKey: keys.tokens })
  })

  useEffect(() => {
    if (taken) return
    const check = () => void renew(tokenUid).catch((fault) => lose(fault))
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
