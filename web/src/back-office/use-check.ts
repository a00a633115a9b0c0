/** The checks of the house that run by themselves: when each last ended, and asking for one now. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CallName, DataOf } from '#server/product/calls.ts'
import { dataOf } from '../lib/api.ts'
import { ASK_AGAIN_MS } from './office.tsx'
import { type ActionTexts, useAdminAction } from './use-admin-action.ts'
import { waitingQuery } from './waiting.ts'

export type Looks = DataOf<'GET /admin/looks'>

/** The call that asks for each. */
export const CHECKS = {
  lookedAt: 'POST /admin/looks',
  comparedAt: 'POST /admin/reconciliations',
} as const satisfies Record<string, CallName>

/** A check takes seconds; its end is polled for. One that somebody else asked for, or that was due, comes as other news does. */
const POLL_MS = 2_000

export const looksQuery = queryOptions({
  queryKey: ['admin', 'looks'],
  queryFn: ({ signal }) => dataOf('GET /admin/looks', { signal }),
})

/** `at` is undefined until the server has answered, and null before the first check. */
export function useCheck(check: keyof typeof CHECKS, texts: ActionTexts<(typeof CHECKS)[typeof check]>) {
  const [asked, setAsked] = useState<string | null | undefined>()
  const { data } = useQuery({
    ...looksQuery,
    refetchInterval: ({ state }) => (state.data?.[check] === asked ? POLL_MS : ASK_AGAIN_MS),
  })
  const at = data?.[check]
  const isUnderWay = at !== undefined && at === asked
  const start = useAdminAction(CHECKS[check], texts)
  const cache = useQueryClient()
  // What waits was read before the check that was asked for ended.
  const hasEnded = asked !== undefined && !isUnderWay
  useEffect(() => {
    if (hasEnded) void cache.invalidateQueries(waitingQuery)
  }, [hasEnded, cache])
  return {
    at,
    looks: data,
    isUnderWay,
    isBusy: start.isPending || isUnderWay,
    start: () => start.mutate({}, { onSuccess: () => setAsked(at ?? null) }),
  }
}
