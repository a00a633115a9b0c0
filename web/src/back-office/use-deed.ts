/** Something an administrator does to a row: the call, the word on how it went, and the lists read anew. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import toast from 'react-hot-toast'
import { ApiError, api } from '../lib/api.ts'

/** `idempotencyKey` lets a call that moves money be sent again after a lost answer. */
type Deed = { path: string; body?: object; idempotencyKey?: string }

/** `failed` is said when the server gave no reason. Resolves with the answer's data. */
export function useDeed<Value>(texts: { done: (value: Value) => string; failed: string }) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ path, body = {}, ...options }: Deed) =>
      (await api<{ data: Value }>(path, { body, ...options })).data,
    onSuccess: (value) => toast.success(texts.done(value)),
    onError: (fault) => toast.error((fault instanceof ApiError && fault.message) || texts.failed),
    // Also after a refusal: somebody else may have been faster.
    onSettled: () => cache.invalidateQueries({ queryKey: ['admin'] }),
  })
}
