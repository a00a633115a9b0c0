import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import type { FollowingWire } from '#server/product/alerts/contract.ts'
import { changeFollowing, followingQuery } from './api.ts'

/** Whether the fan follows a work's artist and watches the work, and changing it. */
export function useFollowing(uid: string, enabled = true) {
  const { t } = useTranslation('alerts')
  const cache = useQueryClient()
  const known = useQuery({ ...followingQuery(uid), enabled }).data
  const change = useMutation({
    mutationFn: (wanted: Partial<FollowingWire>) => changeFollowing(uid, wanted),
    onSuccess: (now) => {
      cache.setQueryData(followingQuery(uid).queryKey, now)
      void cache.invalidateQueries({ queryKey: ['alerts'] })
    },
    onError: (fault) => toast.error(fault.message || t('notSaved')),
  })
  return { known, change }
}
