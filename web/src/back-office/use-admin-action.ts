/** Something an administrator does to a row: the call, the toast on how it went, and the lists read anew. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import toast from 'react-hot-toast'
import { ApiError, api } from '../lib/api.ts'
import { useAttempts } from '../lib/use-attempts.ts'

export type AdminRequest = {
  /** Below `/api/v1`. */
  path: string
  body?: object
  /** For a call that moves money or sends mail: repeated after a lost answer, it is carried out once. */
  once?: boolean
}

/** `failed` is said when the server gave no reason. Resolves with the answer's data. */
export function useAdminAction<Answer>(texts: { done: (answer: Answer) => string; failed: string }) {
  const cache = useQueryClient()
  const attempts = useAttempts()
  return useMutation({
    mutationFn: async ({ path, body = {}, once }: AdminRequest) => {
      const { data } = once
        ? await attempts.send(attempts.attempt({ path, body }), (idempotencyKey) =>
            api<{ data: Answer }>(path, { body, idempotencyKey }),
          )
        : await api<{ data: Answer }>(path, { body })
      return data
    },
    onSuccess: (answer) => toast.success(texts.done(answer)),
    onError: (fault) => toast.error((fault instanceof ApiError && fault.message) || texts.failed),
    // Also after a refusal: somebody else may have been faster.
    onSettled: () => cache.invalidateQueries({ queryKey: ['admin'] }),
  })
}
