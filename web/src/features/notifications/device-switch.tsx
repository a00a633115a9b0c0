import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { startPush, stopPush } from '../../lib/push.ts'
import { useSignedIn } from '../../session/provider.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import { pushQuery } from './api.ts'

/** Turns push notifications on this device on and off. Hidden where they are not available. `reasonId` is for what blocks them. */
export function DeviceSwitch({ reasonId }: { reasonId?: string }) {
  const { t } = useTranslation('notifications')
  const { user } = useSignedIn()
  const cache = useQueryClient()
  const query = pushQuery(user.id)
  const { data: state } = useQuery(query)
  const change = useMutation({
    mutationFn: (wanted: boolean) => (wanted ? startPush(user.id) : stopPush()),
    onSuccess: (now) => cache.setQueryData(query.queryKey, now),
  })

  if (state === undefined || state === 'unavailable') return null
  return (
    <div className="mb-4 grid gap-3">
      <SwitchField
        label={t('device.label')}
        hint={t('device.hint')}
        checked={state === 'on'}
        onChange={(wanted) => change.mutate(wanted)}
      />
      {state === 'blocked' && <Notice id={reasonId}>{t('device.blocked')}</Notice>}
      {state === 'off' && change.isSuccess && change.variables && <Notice>{t('device.refused')}</Notice>}
      {change.isError && (
        <Notice tone="loss">
          {t(change.error instanceof DOMException ? 'device.unable' : 'device.failed')}
        </Notice>
      )}
    </div>
  )
}
