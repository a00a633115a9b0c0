import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { ALERT_CHANNELS } from '#domain/alert.ts'
import type { AlertSettingsWire } from '#server/product/alerts/contract.ts'
import { useSignedIn } from '../../session/provider.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import { DeviceSwitch, pushQuery } from '../notifications/public.ts'
import { alertsQuery, switchAlert } from './api.ts'
import { FollowedLists } from './followed-lists.tsx'

/** `/alerts` — what reaches the fan and how, and whom and what they follow. */
export function AlertsScreen() {
  const { t } = useTranslation('alerts')
  const read = useQuery(alertsQuery())
  return (
    <>
      <ScreenTitle>{t('title')}</ScreenTitle>
      <div className="flex max-w-3xl flex-col gap-10">
        <p className="max-w-[60ch] text-muted">{t('lead')}</p>
        {read.data ? (
          <>
            <AlertSwitches settings={read.data.settings} />
            <FollowedLists followed={read.data.followed} />
          </>
        ) : read.isError ? (
          <Failure message={t('failed')} onRetry={() => void read.refetch()} retrying={read.isFetching} />
        ) : (
          <Skeleton className="h-96" />
        )}
      </div>
    </>
  )
}

/**
 * A switch for each kind of alert on each way, and the quiet night. They take effect at once. Where this device gets nothing, its
 * own switches are off, below what says why and what helps.
 */
function AlertSwitches({ settings }: { settings: AlertSettingsWire }) {
  const { t } = useTranslation('alerts')
  const cache = useQueryClient()
  const { user } = useSignedIn()
  const { data: device } = useQuery(pushQuery(user.id))
  const isSilent = device !== undefined && device !== 'on'
  const reason = useId()
  const change = useMutation({
    mutationFn: switchAlert,
    onSuccess: (now) =>
      cache.setQueryData(alertsQuery().queryKey, (known) => known && { ...known, settings: now }),
    onError: (fault) => toast.error(fault.message || t('notSaved')),
  })
  return (
    <div className="flex flex-col gap-6">
      <DeviceSwitch reasonId={reason} />
      {(device === 'unavailable' || device === 'off') && <Notice id={reason}>{t(`silent.${device}`)}</Notice>}
      {settings.topics.map(({ topic, ...ways }) => (
        <fieldset key={topic} className="min-w-0">
          <legend className="mb-2 font-medium">{t(`topics.${topic}`)}</legend>
          <div className="grid grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] gap-2 sm:grid-cols-3">
            {ALERT_CHANNELS.map((channel) => (
              <SwitchField
                key={channel}
                label={t(`channels.${channel}`)}
                stacked
                checked={ways[channel] && !(channel === 'push' && isSilent)}
                disabled={channel === 'push' && isSilent}
                reason={channel === 'push' && isSilent ? reason : undefined}
                onChange={(on) => change.mutate({ alert: { topic, channel, on } })}
              />
            ))}
          </div>
        </fieldset>
      ))}
      <SwitchField
        label={t('night')}
        hint={t('nightHint')}
        checked={settings.quietNight}
        onChange={(quietNight) => change.mutate({ quietNight })}
      />
    </div>
  )
}
