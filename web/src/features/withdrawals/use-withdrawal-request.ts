import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { RedeemBalanceBody } from '#domain/wire/api.ts'
import { type Attempt, attemptFor, isUndecided } from '../../lib/attempt.ts'
import { keys } from '../../lib/query.ts'
import { requestWithdrawal } from './api.ts'

/** Sends a request; one whose answer was lost keeps its key, so that trying again never asks twice. */
export function useWithdrawalRequest() {
  const cache = useQueryClient()
  const open = useRef<Attempt | null>(null)

  /** Throws ApiError. */
  return async function send(body: RedeemBalanceBody): Promise<void> {
    open.current = attemptFor(open.current, body, () => crypto.randomUUID())
    try {
      await requestWithdrawal(body, open.current.key)
      open.current = null
      for (const queryKey of [keys.balance, keys.withdrawals, keys.statement]) {
        void cache.invalidateQueries({ queryKey })
      }
    } catch (error) {
      if (!isUndecided(error)) open.current = null
      throw error
    }
  }
}
