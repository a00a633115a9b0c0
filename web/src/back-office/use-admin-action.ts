/** An administrator's action on a row: the call, the toast on how it went, and refetching the lists. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import toast from 'react-hot-toast'
import type { CallName, CallRequest, DataOf } from '#server/product/calls.ts'
import { ApiError, dataOf } from '../lib/api.ts'
import { useAttempts } from '../lib/use-attempts.ts'

export type AdminRequest<Name extends CallName> = CallRequest<Name> & {
  /** For a call that moves money or sends mail: repeated after a lost answer, it is carried out once. */
  once?: boolean
}

export type ActionTexts<Name extends CallName> = {
  /** The toast on success. */
  done: (answer: DataOf<Name>) => string
  /** The toast when the server gave no reason. */
  failed: string
}

/** Its mutation resolves with the answer's data. */
export function useAdminAction<const Name extends CallName>(name: Name, texts: ActionTexts<Name>) {
  const cache = useQueryClient()
  const attempts = useAttempts()
  return useMutation({
    mutationFn: ({ once, ...request }: AdminRequest<Name>) =>
      once
        ? attempts.send(attempts.attempt({ name, ...request }), (idempotencyKey) =>
            dataOf(name, { ...request, idempotencyKey }),
          )
        : dataOf(name, request),
    onSuccess: (answer) => toast.success(texts.done(answer)),
    onError: (fault) => toast.error((fault instanceof ApiError && fault.message) || texts.failed),
    // Also after a refusal: somebody else may have been faster.
    onSettled: () => cache.invalidateQueries({ queryKey: ['admin'] }),
  })
}
