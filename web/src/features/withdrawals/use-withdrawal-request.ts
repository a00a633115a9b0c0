import { useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#server/product/calls.ts'
import { keys } from '../../lib/query.ts'
import { useAttempts } from '../../lib/use-attempts.ts'
import { requestWithdrawal } from './api.ts'

/** Sends a request; one whose answer was lost keeps its key, so that trying again never requests twice. */
export function useWithdrawalRequest() {
  const cache = useQueryClient()
  const attempts = useAttempts()

  /** Throws ApiError. */
  return async function send(body: BodyOf<'POST /redeem-balance'>): Promise<void> {
    await attempts.send(attempts.attempt(body), (key) => requestWithdrawal(body, key))
    for (const queryKey of [keys.balance, keys.withdrawals, keys.statement]) {
      void cache.invalidateQueries({ queryKey })
    }
  }
}
