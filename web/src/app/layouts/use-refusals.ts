import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '../../lib/api.ts'

/** Calls `hear` with each refusal of a query or mutation that bears one of `codes`. `hear` has to stay the same. */
export function useRefusals(codes: readonly string[], hear: (refusal: ApiError) => void): void {
  const cache = useQueryClient()
  useEffect(() => {
    const listen = (error: unknown) => {
      if (error instanceof ApiError && codes.includes(error.code ?? '')) hear(error)
    }
    const stops = [
      cache.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') listen(event.action.error)
      }),
      cache.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') listen(event.action.error)
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [cache, codes, hear])
}
