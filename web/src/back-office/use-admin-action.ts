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
  /** What it is now, where somebody else has decided it meanwhile; the refusal's own words otherwise. */
  decidedMeanwhile?: (() => Promise<string>) | undefined
}

/** Refusals of what somebody else has decided meanwhile: there is nothing left to decide. */
const DECIDED = /_(decided|settled)$|^(not_under_way|decision_waiting)$/
export const isDecided = (fault: Error): boolean =>
  fault instanceof ApiError && fault.code !== null && DECIDED.test(fault.code)

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
    onError: async (fault) => toast.error(await explain(fault, texts)),
    // Also after a refusal: somebody else may have been faster.
    onSettled: () => cache.invalidateQueries({ queryKey: ['admin'] }),
  })
}

async function explain(
  fault: Error,
  { failed, decidedMeanwhile }: Pick<ActionTexts<CallName>, 'failed' | 'decidedMeanwhile'>,
): Promise<string> {
  const words = (fault instanceof ApiError && fault.message) || failed
  return decidedMeanwhile && isDecided(fault) ? decidedMeanwhile().catch(() => words) : words
}
