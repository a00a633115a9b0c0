import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import toast from 'react-hot-toast'
import { ApiError, api } from '../../lib/api.ts'
import { useSession } from '../../session/provider.tsx'

/** What the server answers to somebody whom it has shut out since they came in. */
const SHUT_OUT = ['account_inactive', 'unauthenticated', 'forbidden']
/** Somebody who only looks at a screen asks for nothing; they are asked for. */
const EVERY_MS = 30_000

/** Whoever loses the back office while it is open leaves it, with all that it showed, at their next call or soon after. */
export function StandingWatch() {
  const cache = useQueryClient()
  const { leave } = useSession()
  useQuery({
    queryKey: ['admin', 'standing'],
    queryFn: async ({ signal }) => {
      await api('/admin/figures', { signal })
      return true
    },
    refetchInterval: EVERY_MS,
  })
  useEffect(() => {
    const end = (error: unknown) => {
      if (!(error instanceof ApiError) || !SHUT_OUT.includes(error.code ?? '')) return
      toast.error(error.message, { id: 'shut-out' })
      leave()
    }
    const stops = [
      cache.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') end(event.action.error)
      }),
      cache.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') end(event.action.error)
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [cache, leave])
  return null
}
