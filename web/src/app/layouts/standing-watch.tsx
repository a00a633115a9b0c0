import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useShutOut } from './use-shut-out.ts'

/** What the server answers to somebody who may not be in the back office any more. */
const SHUT_OUT = ['account_inactive', 'unauthenticated', 'forbidden']
/** Somebody who only looks at a screen asks for nothing; they are asked for. */
const EVERY_MS = 30_000

/** Whoever loses the back office while it is open leaves it, with all that it showed, at their next call or soon after. */
export function StandingWatch() {
  useQuery({
    queryKey: ['admin', 'standing'],
    queryFn: async ({ signal }) => {
      await api('GET /admin/figures', { signal })
      return true
    },
    refetchInterval: EVERY_MS,
  })
  useShutOut(SHUT_OUT)
  return null
}
