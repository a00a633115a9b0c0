import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import toast from 'react-hot-toast'
import { ApiError } from '../../lib/api.ts'
import { useSession } from '../../session/provider.tsx'

/**
 * A refusal with one of `codes` means that access has been revoked: says why, and clears everything on the
 * screen.
 */
export function useRevokedAccess(codes: readonly string[]): void {
  const cache = useQueryClient()
  const { leave } = useSession()
  useEffect(() => {
    const end = (error: unknown) => {
      if (!(error instanceof ApiError) || !codes.includes(error.code ?? '')) return
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
  }, [cache, leave, codes])
}
