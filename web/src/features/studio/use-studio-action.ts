import { useMutation, useQueryClient } from '@tanstack/react-query'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api.ts'
import { studioQuery } from '../../lib/studio.ts'

/** Something the artist does: a toast says how it went, and the studio is read again, also after a refusal. */
export function useStudioAction<Given, Answer>(
  work: (given: Given) => Promise<Answer>,
  done: string,
  onDone?: (answer: Answer) => void,
) {
  const { t } = useTranslation('studio')
  const cache = useQueryClient()
  return useMutation({
    mutationFn: work,
    onSuccess: (answer) => {
      toast.success(done)
      onDone?.(answer)
    },
    onError: (fault) => toast.error((fault instanceof Error && fault.message) || t('notSaved')),
    onSettled: (_answer, fault) =>
      // A refusal of what was typed changes nothing of what is there.
      fault instanceof ApiError && fault.status === 422
        ? undefined
        : cache.invalidateQueries({ queryKey: studioQuery.queryKey }),
  })
}
